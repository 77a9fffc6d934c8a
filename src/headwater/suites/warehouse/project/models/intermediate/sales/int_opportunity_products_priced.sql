-- Lines of opportunities: what each is worth after discount, and its share of the opportunity's amount. Sellers round
-- the amount, so lines seldom add up to it; shares do.
with lines as (

    select * from {{ ref('stg_crm__opportunity_products') }}

),

opportunities as (

    select * from {{ ref('int_opportunity_amounts_usd') }}

),

priced as (

    select
        lines.opportunity_product_id,
        lines.opportunity_id,
        lines.product_code,
        lines.quantity,
        lines.unit_price,
        lines.discount_percent,
        {{ money('lines.quantity * lines.unit_price') }} as list_amount,
        {{ money('lines.quantity * lines.unit_price * (1 - lines.discount_percent / 100)') }} as net_amount,
        opportunities.currency,
        opportunities.usd_per_unit,
        opportunities.amount_usd as opportunity_amount_usd
    from lines
    inner join opportunities
        on lines.opportunity_id = opportunities.opportunity_id

),

totals as (

    select
        opportunity_id,
        sum(net_amount) as lines_net_amount,
        count(*) as line_count,
        max(opportunity_product_id) as last_opportunity_product_id
    from priced
    group by opportunity_id

),

shared as (

    select
        priced.*,
        totals.line_count,
        priced.opportunity_product_id = totals.last_opportunity_product_id as is_last_line,
        {{ rounded(money('priced.opportunity_amount_usd') ~ ' * coalesce(' ~ safe_divide('priced.net_amount', 'totals.lines_net_amount') ~ ', ' ~ safe_divide('1', 'totals.line_count') ~ ')', 2) }} as rounded_usd
    from priced
    inner join totals
        on priced.opportunity_id = totals.opportunity_id

)

select
    opportunity_product_id,
    opportunity_id,
    product_code,
    quantity,
    unit_price,
    discount_percent,
    list_amount,
    net_amount,
    currency,
    {{ to_usd('net_amount', 'currency', 'usd_per_unit') }} as net_amount_usd,
    line_count,
    -- the last line takes what rounding the others left
    case
        when is_last_line
            then {{ money('opportunity_amount_usd') }} - (sum({{ money('rounded_usd') }}) over (partition by opportunity_id) - {{ money('rounded_usd') }})
        else {{ money('rounded_usd') }}
    end as allocated_amount_usd
from shared
