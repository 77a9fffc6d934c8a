-- Changes of plan as the business counts them: one row for each period of a workspace's plan after its first.
with periods as (

    select * from {{ ref('int_workspace_plan_periods') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

)

select
    periods.plan_period_id as plan_change_id,
    periods.workspace_id,
    workspaces.account_id,
    workspaces.segment,
    periods.previous_plan_code as from_plan_code,
    periods.plan_code as to_plan_code,
    periods.valid_from as changed_at,
    {{ to_date('periods.valid_from') }} as changed_on,
    {{ month_start('periods.valid_from') }} as month_start,
    periods.began_with,
    case
        when periods.is_trial then 'trial_start'
        when periods.was_trial and {{ is_paid_plan('periods.plan_code') }} then 'trial_conversion'
        when periods.was_trial then 'trial_end'
        when periods.plan_code = 'free' then 'cancellation'
        when {{ plan_rank('periods.plan_code') }} > {{ plan_rank('periods.previous_plan_code') }} then 'upgrade'
        else 'downgrade'
    end as change_kind
from periods
inner join workspaces
    on periods.workspace_id = workspaces.workspace_id
where periods.period_number > 1
