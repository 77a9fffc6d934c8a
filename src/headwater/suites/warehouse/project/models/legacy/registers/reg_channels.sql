-- Register of channels by month, marketing's channels and not the growth project's. (docs/legacy/registers.md)
select
    channel_month_id,
    channel,
    month_start,
    sessions,
    signups,
    leads,
    mqls,
    sqls,
    lead_opportunities,
    lead_wins,
    cost_usd,
    advertising_cost_usd,
    pipeline_usd,
    acv_usd,
    new_customers,
    new_mrr_usd
from {{ ref('agg_channel_monthly') }}
