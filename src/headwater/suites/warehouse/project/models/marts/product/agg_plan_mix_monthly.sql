-- Workspaces by plan at the end of each month; the month that runs is taken as of the clock. Deleted ones are gone.
with months as (

    select
        month_start,
        max(date_day) as last_day
    from {{ ref('dim_dates') }}
    where is_past
    group by month_start

),

plan_days as (

    select * from {{ ref('int_workspace_plan_days') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}
    where is_reportable

)

select
    months.month_start,
    plan_days.plan_code,
    workspaces.segment,
    count(*) as workspaces,
    {{ count_where('plan_days.is_trial') }} as trialing_workspaces,
    count(distinct workspaces.account_id) as accounts
from months
inner join plan_days
    on months.last_day = plan_days.date_day
inner join workspaces
    on plan_days.workspace_id = workspaces.workspace_id
where workspaces.deleted_at is null or {{ to_date('workspaces.deleted_at') }} > months.last_day
group by months.month_start, plan_days.plan_code, workspaces.segment
