with days as (

    select distinct workspace_id, date_day, plan_code, is_trial
    from {{ ref('sem_active_users') }}

),

changes as (

    select
        workspace_id,
        to_plan_code,
        changed_at,
        plan_change_id
    from {{ ref('stg_app__workspace_plan_changes') }}

),

last_changes as (

    select
        days.workspace_id,
        days.date_day,
        days.plan_code,
        changes.to_plan_code,
        row_number() over (
            partition by days.workspace_id, days.date_day
            order by changes.changed_at desc, changes.plan_change_id desc
        ) as recency
    from days
    inner join changes
        on
            days.workspace_id = changes.workspace_id
            and cast(changes.changed_at as date) <= days.date_day

)

select *
from last_changes
where recency = 1 and plan_code <> to_plan_code
