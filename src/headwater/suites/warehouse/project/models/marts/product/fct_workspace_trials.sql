-- A trial is a period of the plan history; what follows it says how it ended.
with periods as (

    select
        *,
        lead(plan_code) over (partition by workspace_id order by period_number) as next_plan_code,
        lead(began_with) over (partition by workspace_id order by period_number) as ended_with
    from {{ ref('int_workspace_plan_periods') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

),

activation as (

    select * from {{ ref('fct_workspace_activation') }}

)

select
    periods.plan_period_id as trial_id,
    periods.workspace_id,
    workspaces.account_id,
    workspaces.segment,
    workspaces.sales_region,
    periods.plan_code as trial_plan_code,
    periods.valid_from as started_at,
    {{ to_date('periods.valid_from') }} as started_on,
    {{ month_start('periods.valid_from') }} as month_start,
    {{ fiscal_quarter('periods.valid_from') }} as fiscal_quarter,
    periods.valid_to as ended_at,
    {{ date_diff_days('periods.valid_from', 'periods.valid_to') }} as trial_days,
    case when {{ is_paid_plan('periods.next_plan_code') }} then periods.next_plan_code end as converted_to_plan_code,
    case
        when periods.valid_to is null and workspaces.deleted_at is not null then 'abandoned'
        when periods.valid_to is null then 'running'
        when {{ is_paid_plan('periods.next_plan_code') }} then 'converted'
        when periods.ended_with = 'cancel' then 'canceled'
        else 'expired'
    end as outcome,
    row_number() over (partition by periods.workspace_id order by periods.period_number) as trial_number,
    coalesce(activation.is_activated, false) as was_activated
from periods
inner join workspaces
    on periods.workspace_id = workspaces.workspace_id
left join activation
    on periods.workspace_id = activation.workspace_id
where periods.is_trial
