-- A workspace collaborates in a week when at least two people did something that others see.
with user_weeks as (

    select
        workspace_id,
        account_id,
        {{ week_start('date_day') }} as week_start,
        user_id,
        sum(collaborative_events) as collaborative_events,
        sum(events) as events
    from {{ ref('fct_user_daily_activity') }}
    where is_active
    group by workspace_id, account_id, {{ week_start('date_day') }}, user_id

)

select
    workspace_id,
    account_id,
    week_start,
    count(*) as active_users,
    {{ count_where('collaborative_events > 0') }} as collaborating_users,
    sum(collaborative_events) as collaborative_events,
    sum(events) as events,
    {{ count_where('collaborative_events > 0') }} >= 2 as is_collaborating
from user_weeks
group by workspace_id, account_id, week_start
