-- Discounts of opportunities: list and net over all lines, the deepest line, and the share of the list that was discounted at all.
-- Sellers' rounding of the amount is not a discount (int_opportunity_products_priced explains it).
with lines as (
    select * from {{ ref('fct_opportunity_lines') }}
),

summed as (
    select
        opportunity_id,
        count(*) as lines,
        sum(list_amount) as list_amount,
        sum(net_amount) as net_amount,
        sum(net_amount_usd) as net_amount_usd,
        max(discount_percent) as deepest_discount,
        {{ sum_where('discount_percent > 0', 'list_amount') }} as discounted_list_amount,
        {{ count_where('discount_percent > 0') }} as discounted_lines
    from lines
    group by opportunity_id
),

deepest as (
    -- which product the deepest line sells; the larger line where two are as deep
    {{ deduplicate('lines', 'opportunity_id', 'discount_percent desc, list_amount desc, opportunity_product_id') }}
),

opportunities as (
    select * from {{ ref('fct_opportunities') }}
)

select
    opportunities.opportunity_id,
    opportunities.account_id,
    opportunities.crm_account_id,
    opportunities.type,
    opportunities.stage,
    opportunities.is_closed,
    opportunities.is_won,
    opportunities.created_on,
    opportunities.close_date,
    opportunities.fiscal_quarter,
    opportunities.crm_user_id,
    opportunities.territory_id,
    coalesce(opportunities.segment, 'Unknown') as segment,
    opportunities.product_line,
    opportunities.amount_usd,
    opportunities.term_months,
    summed.lines,
    summed.discounted_lines,
    summed.list_amount,
    summed.net_amount,
    summed.net_amount_usd,
    {{ money('summed.list_amount - summed.net_amount') }} as discount_amount,
    {{ safe_divide('(summed.list_amount - summed.net_amount) * 100', 'summed.list_amount', 4) }} as average_discount,
    summed.deepest_discount,
    deepest.product_code as deepest_product_code,
    {{ safe_divide('summed.discounted_list_amount', 'summed.list_amount', 4) }} as discounted_share
from opportunities
inner join summed
    on opportunities.opportunity_id = summed.opportunity_id
inner join deepest
    on opportunities.opportunity_id = deepest.opportunity_id
