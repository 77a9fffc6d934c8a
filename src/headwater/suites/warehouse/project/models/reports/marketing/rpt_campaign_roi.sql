-- Campaigns that cost something, best return first within their fiscal quarter.
select
    campaign_id,
    campaign_name,
    campaign_type,
    channel,
    fiscal_quarter,
    budgeted_cost_usd,
    cost_usd,
    cost_usd - budgeted_cost_usd as over_budget_usd,
    members,
    responses,
    pipeline_usd,
    acv_usd,
    return_on_cost,
    row_number() over (
        partition by fiscal_quarter
        order by return_on_cost desc nulls last, campaign_id
    ) as rank_in_quarter
from {{ ref('agg_campaign_performance') }}
where cost_usd > 0
