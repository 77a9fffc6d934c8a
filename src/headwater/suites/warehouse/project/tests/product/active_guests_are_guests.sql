with recounted as (

    select
        {{ month_start('activity.date_day') }} as month_start,
        count(*) as guest_days
    from {{ ref('fct_user_daily_activity') }} as activity
    where
        activity.is_active
        and exists (
            select 1
            from {{ ref('stg_app__memberships') }} as memberships
            where
                memberships.workspace_id = activity.workspace_id
                and memberships.user_id = activity.user_id
                and memberships.role = 'guest'
                and memberships.joined_at <= activity.last_event_at
                and (memberships.removed_at is null or memberships.removed_at > activity.last_event_at)
        )
    group by {{ month_start('activity.date_day') }}

),

reported as (

    select
        {{ month_start('date_day') }} as month_start,
        sum(active_guests) as guest_days
    from {{ ref('fct_workspace_daily_activity') }}
    group by {{ month_start('date_day') }}

)

select
    reported.month_start,
    reported.guest_days as reported_guest_days,
    recounted.guest_days as recounted_guest_days
from reported
left join recounted
    on reported.month_start = recounted.month_start
where reported.guest_days <> coalesce(recounted.guest_days, 0)
