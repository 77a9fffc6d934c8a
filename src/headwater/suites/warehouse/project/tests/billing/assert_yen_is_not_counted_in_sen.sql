with seats as (
    select
        currency,
        sum(amount_usd) / sum(quantity * service_days / 365.0) as usd_per_seat_year
    from {{ ref('fct_invoice_lines') }}
    where product_line in ('cloud', 'self_managed')
        and amount_usd > 0
        and not is_proration
    group by currency
)

select *
from seats
where usd_per_seat_year not between 40 and 500
