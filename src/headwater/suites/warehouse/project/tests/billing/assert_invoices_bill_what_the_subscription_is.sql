with lines as (
    select
        lines.*,
        row_number() over (partition by lines.subscription_id, lines.invoiced_on order by lines.invoice_line_id) as line_of_day
    from {{ ref('fct_invoice_lines') }} as lines
    where lines.subscription_id is not null
        and lines.license_id is null
        and not lines.is_proration
        and lines.product_line <> 'services'
),

states as (
    select
        subscription_id,
        price_id,
        quantity,
        {{ to_date('valid_from') }} as valid_from,
        {{ to_date('valid_to') }} as valid_to
    from {{ ref('int_subscription_states') }}
),

matched as (
    select
        lines.invoice_line_id,
        {{ count_where('states.price_id = lines.price_id and states.quantity = lines.quantity') }} as fitting_states
    from lines
    inner join states
        on lines.subscription_id = states.subscription_id
        and states.valid_from <= lines.service_starts_on
        and (states.valid_to is null or states.valid_to >= lines.service_starts_on)
    group by lines.invoice_line_id
)

-- A seat that is added within the day of the invoice can be on either side of it: one line in a thousand may be.
select
    {{ count_where('fitting_states = 0') }} as odd_lines,
    count(*) as all_lines
from matched
having {{ count_where('fitting_states = 0') }} > 0.001 * count(*)
