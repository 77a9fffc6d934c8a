-- The level of approval that a deal needs by the rules of the day on which it closes (or is expected to). The highest level that
-- applies counts. Before February 2023 the deal desk saw everything above 15 per cent; since then only large deals.
with deals as (
    select * from {{ ref('int_revops_deal_discounts') }}
),

levels as (
    select * from {{ ref('discount_approval_levels') }}
),

matched as (
    select
        deals.opportunity_id,
        levels.level_number,
        levels.approver,
        levels.discount_over,
        levels.amount_from_usd
    from deals
    inner join levels
        on deals.deepest_discount > levels.discount_over
        and deals.amount_usd >= levels.amount_from_usd
        and deals.close_date >= levels.valid_from
        and (levels.valid_to is null or deals.close_date <= levels.valid_to)
),

highest as (
    {{ deduplicate('matched', 'opportunity_id', 'level_number desc') }}
),

-- what the same deal would have needed under today's rules: the deal desk compares policies with it
today as (
    select
        deals.opportunity_id,
        max(levels.level_number) as level_number_today
    from deals
    inner join levels
        on deals.deepest_discount > levels.discount_over
        and deals.amount_usd >= levels.amount_from_usd
        and levels.valid_to is null
    group by deals.opportunity_id
)

select
    deals.opportunity_id,
    coalesce(highest.level_number, 1) as level_number,
    coalesce(highest.approver, 'seller') as approver,
    highest.discount_over,
    highest.amount_from_usd,
    coalesce(today.level_number_today, 1) as level_number_today,
    coalesce(today.level_number_today, 1) - coalesce(highest.level_number, 1) as levels_moved
from deals
left join highest
    on deals.opportunity_id = highest.opportunity_id
left join today
    on deals.opportunity_id = today.opportunity_id
