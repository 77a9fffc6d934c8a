-- Features that an account used in a month, in the cloud by events of people, on servers by the weekly reports. Signing in
-- is no use of anything.
with cloud as (
    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        feature,
        count(distinct date_day) as days_used,
        sum(user_events) as uses
    from {{ ref('fct_feature_usage_daily') }}
    where feature <> 'sign_in'
    group by account_id, {{ month_start('date_day') }}, feature
),

servers as (
    select
        account_id,
        {{ month_start('week_start') }} as month_start,
        feature,
        count(distinct week_start) as weeks_used,
        sum(uses_7d) as uses
    from {{ ref('fct_server_feature_usage_weekly') }}
    where is_used
        and account_id is not null
    group by account_id, {{ month_start('week_start') }}, feature
),

together as (
    select account_id, month_start, feature, days_used, uses as cloud_uses, 0 as server_weeks, 0 as server_uses from cloud
    union all
    select account_id, month_start, feature, 0, 0, weeks_used, coalesce(uses, 0) from servers
)

select
    account_id,
    month_start,
    feature,
    sum(days_used) as cloud_days_used,
    sum(cloud_uses) as cloud_uses,
    sum(server_weeks) as server_weeks_used,
    sum(server_uses) as server_uses,
    case
        when sum(days_used) > 0 and sum(server_weeks) > 0 then 'both'
        when sum(server_weeks) > 0 then 'server'
        else 'cloud'
    end as used_on
from together
group by account_id, month_start, feature
