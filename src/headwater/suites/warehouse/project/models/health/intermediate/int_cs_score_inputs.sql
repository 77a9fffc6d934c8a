-- The raw value of each component for each customer and month, one column each; null where nothing is known.
with champions as (
    select account_id, month_start, count(*) as champions
    from {{ ref('int_cs_champions_monthly') }}
    group by account_id, month_start
)

select
    months.account_id,
    months.month_start,
    months.segment,
    case when not usage.is_hidden then usage.usage_rate end as usage_value,
    breadth.active_share as breadth_value,
    case when activity.deployment = 'none' then null else depth.features_used end as depth_value,
    activity.trend_3m as momentum_value,
    -- an account without cloud activity has no people whom we could know
    case when usage.cloud_users > 0 then coalesce(champions.champions, 0) end as champions_value,
    support.tickets_per_100_seats_3m as support_value,
    sentiment.sentiment as sentiment_value,
    billing.troubles_6m as billing_value
from {{ ref('int_cs_account_months') }} as months
left join {{ ref('int_cs_usage_monthly') }} as usage
    on months.account_id = usage.account_id
    and months.month_start = usage.month_start
left join {{ ref('int_cs_breadth_monthly') }} as breadth
    on months.account_id = breadth.account_id
    and months.month_start = breadth.month_start
left join {{ ref('int_cs_depth_monthly') }} as depth
    on months.account_id = depth.account_id
    and months.month_start = depth.month_start
left join {{ ref('agg_account_activity_trends') }} as activity
    on months.account_id = activity.account_id
    and months.month_start = activity.month_start
left join champions
    on months.account_id = champions.account_id
    and months.month_start = champions.month_start
left join {{ ref('int_cs_support_monthly') }} as support
    on months.account_id = support.account_id
    and months.month_start = support.month_start
left join {{ ref('int_cs_sentiment_monthly') }} as sentiment
    on months.account_id = sentiment.account_id
    and months.month_start = sentiment.month_start
left join {{ ref('int_cs_billing_trouble_monthly') }} as billing
    on months.account_id = billing.account_id
    and months.month_start = billing.month_start
