with work as (

    select distinct
        events.user_id,
        events.workspace_id,
        events.event_date
    from {{ ref('fct_events') }} as events
    where events.event_name not in ('login', 'integration_fired')

)

select
    activity.user_id,
    activity.workspace_id,
    activity.date_day
from {{ ref('sem_active_users') }} as activity
left join work
    on
        activity.user_id = work.user_id
        and activity.workspace_id = work.workspace_id
        and activity.date_day = work.event_date
where work.user_id is null
