-- Plans of a workspace as a history. Some rows of the app change nothing (a cancellation is written when it is asked for
-- and again when it takes effect): only those after which the plan or the trial differs begin a period.
with events as (

    select * from {{ ref('int_workspace_plan_events') }}

),

followed as (

    select
        *,
        lag(plan_code) over (partition by workspace_id order by changed_at, plan_event_id) as previous_plan_code,
        lag(is_trial) over (partition by workspace_id order by changed_at, plan_event_id) as was_trial
    from events

),

turning_points as (

    select *
    from followed
    where
        previous_plan_code is null
        or previous_plan_code <> plan_code
        or was_trial <> is_trial

)

select
    {{ surrogate_key(['workspace_id', 'plan_event_id']) }} as plan_period_id,
    workspace_id,
    plan_code,
    previous_plan_code,
    is_trial,
    coalesce(was_trial, false) as was_trial,
    change_reason as began_with,
    changed_at as valid_from,
    {{ next_version_at('changed_at', 'workspace_id', 'plan_event_id') }} as valid_to,
    row_number() over (partition by workspace_id order by changed_at, plan_event_id) as period_number
from turning_points
