-- Product lines of opportunities. `allocated_amount_usd` adds up to the opportunity's amount; `net_amount_usd` need not.
with lines as (

    select * from {{ ref('int_opportunity_products_priced') }}

),

opportunities as (

    select * from {{ ref('fct_opportunities') }}

)

select
    lines.opportunity_product_id,
    lines.opportunity_id,
    opportunities.account_id,
    lines.product_code,
    lines.quantity,
    lines.currency,
    lines.list_amount,
    lines.discount_percent,
    lines.net_amount,
    lines.net_amount_usd,
    lines.allocated_amount_usd,
    opportunities.is_won,
    opportunities.closed_on,
    opportunities.fiscal_quarter,
    opportunities.segment
from lines
inner join opportunities
    on lines.opportunity_id = opportunities.opportunity_id
