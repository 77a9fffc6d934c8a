-- One row a judged workspace and step. A step counts only if all those before it were reached, so a funnel never widens.
with activation as (

    select * from {{ ref('fct_workspace_activation') }}
    where is_judged

),

steps as (

    select workspace_id, cohort_month, segment, 1 as step_number, 'created' as step, true as is_done from activation
    union all
    select workspace_id, cohort_month, segment, 2, 'first_core_action', {{ is_within_activation('first_core_at') }} from activation
    union all
    select workspace_id, cohort_month, segment, 3, 'teammate_joined', {{ is_within_activation('second_member_at') }} from activation
    union all
    select workspace_id, cohort_month, segment, 4, 'two_people_working', {{ is_within_activation('second_user_core_at') }} from activation
    union all
    select workspace_id, cohort_month, segment, 5, 'activated', is_activated from activation

)

select
    {{ surrogate_key(['workspace_id', 'step_number']) }} as funnel_step_id,
    workspace_id,
    cohort_month,
    segment,
    step_number,
    step,
    is_done,
    min(case when is_done then 1 else 0 end) over (
        partition by workspace_id order by step_number
        rows between unbounded preceding and current row
    ) = 1 as is_reached
from steps
