-- Deals with their discount, the level of approval that it needed, and whether they lingered in the stage in which approvals are
-- asked for. The CRM does not record who approved; the deal desk's own list is not loaded.
with deals as (
    select * from {{ ref('int_revops_deal_discounts') }}
),

levels as (
    select * from {{ ref('int_revops_discount_levels') }}
),

negotiations as (
    select
        opportunity_id,
        min(entered_on) as negotiated_from,
        sum(days_in_stage) as days_in_negotiation
    from {{ ref('fct_opportunity_stage_history') }}
    where stage = 'Negotiation'
    group by opportunity_id
),

quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

won_peers as (
    -- what deals of the segment and line got on average, for those that were won
    select
        segment,
        product_line,
        fiscal_quarter,
        {{ safe_divide('sum(discount_share)', 'count(*)', 4) }} as peer_discount,
        count(*) as peer_deals
    from (
        select
            segment,
            product_line,
            fiscal_quarter,
            cast(coalesce(average_discount, 0) as decimal(18, 4)) as discount_share
        from deals
        where is_won
    ) as won
    group by segment, product_line, fiscal_quarter
)

select
    deals.opportunity_id,
    deals.account_id,
    deals.crm_user_id,
    deals.territory_id,
    deals.type,
    deals.segment,
    deals.product_line,
    deals.stage,
    deals.is_closed,
    deals.is_won,
    deals.close_date,
    deals.fiscal_quarter,
    deals.amount_usd,
    deals.list_amount,
    deals.net_amount,
    deals.discount_amount,
    deals.average_discount,
    deals.deepest_discount,
    deals.deepest_product_code,
    deals.discounted_share,
    levels.level_number,
    levels.approver,
    levels.level_number_today,
    levels.levels_moved,
    negotiations.negotiated_from,
    coalesce(negotiations.days_in_negotiation, 0) as days_in_negotiation,
    won_peers.peer_discount,
    {{ rounded('deals.average_discount - won_peers.peer_discount', 4) }} as over_peers,
    -- the last ten days of the quarter, when everybody discounts
    quarters.quarter_ends_on is not null and deals.close_date > {{ to_date(date_add_days('quarters.quarter_ends_on', -10)) }} as is_quarter_end,
    case
        when deals.deepest_discount = 0 then 'none'
        when levels.level_number = 1 then 'seller'
        when levels.level_number >= 3 and coalesce(negotiations.days_in_negotiation, 0) = 0 then 'never negotiated'
        when levels.level_number >= 3 then 'escalated'
        else 'approved by manager'
    end as approval_path
from deals
inner join levels
    on deals.opportunity_id = levels.opportunity_id
left join negotiations
    on deals.opportunity_id = negotiations.opportunity_id
left join quarters
    on deals.fiscal_quarter = quarters.fiscal_quarter
left join won_peers
    on deals.segment = won_peers.segment
    and deals.product_line = won_peers.product_line
    and deals.fiscal_quarter = won_peers.fiscal_quarter
