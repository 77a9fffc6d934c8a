with reported as (

    select sum(events) as events from {{ ref('rpt_engagement_by_platform') }}

),

recounted as (

    select sum(events) as events from {{ ref('agg_daily_active_users') }}

)

select reported.events as reported_events, recounted.events as recounted_events
from reported
cross join recounted
where reported.events <> recounted.events
