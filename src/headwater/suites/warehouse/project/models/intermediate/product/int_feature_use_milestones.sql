-- The first, third and last day on which a workspace used a feature.
with use_days as (

    select
        workspace_id,
        account_id,
        feature,
        date_day,
        events,
        row_number() over (partition by workspace_id, feature order by date_day) as use_day_number
    from {{ ref('fct_feature_usage_daily') }}

)

select
    workspace_id,
    account_id,
    feature,
    min(date_day) as first_used_on,
    max(case when use_day_number = {{ var('adoption_use_days') }} then date_day end) as third_use_on,
    max(date_day) as last_used_on,
    count(*) as days_used,
    sum(events) as events
from use_days
group by workspace_id, account_id, feature
