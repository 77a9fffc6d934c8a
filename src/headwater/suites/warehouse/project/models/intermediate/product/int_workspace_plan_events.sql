-- Changes of plan with the one that the app does not write: when a trial converts the plan simply stays, so nothing
-- happens in its history. A trial that no other change ended converted at its end.
with changes as (

    select
        workspace_id,
        cast(plan_change_id as varchar) as plan_event_id,
        to_plan_code as plan_code,
        change_reason,
        change_reason = 'trial_started' as is_trial,
        changed_at
    from {{ ref('stg_app__workspace_plan_changes') }}
    where changed_at < {{ as_of_end() }}

),

trials as (

    select
        changes.workspace_id,
        changes.plan_event_id,
        changes.plan_code,
        workspaces.trial_ends_at,
        workspaces.deleted_at,
        lead(changes.changed_at) over (
            partition by changes.workspace_id order by changes.changed_at, changes.plan_event_id
        ) as next_changed_at,
        changes.is_trial
    from changes
    inner join {{ ref('stg_app__workspaces') }} as workspaces
        on changes.workspace_id = workspaces.workspace_id

),

conversions as (

    select
        workspace_id,
        plan_event_id || '-end' as plan_event_id,
        plan_code,
        'trial_converted' as change_reason,
        false as is_trial,
        trial_ends_at as changed_at
    from trials
    where
        is_trial
        and trial_ends_at < {{ as_of_end() }}
        and (next_changed_at is null or next_changed_at > trial_ends_at)
        and (deleted_at is null or deleted_at > trial_ends_at)

)

select workspace_id, plan_event_id, plan_code, change_reason, is_trial, changed_at from changes
union all
select workspace_id, plan_event_id, plan_code, change_reason, is_trial, changed_at from conversions
