-- A workspace that changes its plan after the deletion of the account is off by one.
with paid as (

    select
        month_start,
        sum(workspaces) as workspaces
    from {{ ref('rpt_plan_mix') }}
    where is_paid
    group by month_start

),

movements as (

    select
        month_start,
        sum(case
            when from_plan_code = 'free' and to_plan_code <> 'free' then 1
            when from_plan_code <> 'free' and to_plan_code = 'free' then -1
            else 0
        end) as net
    from {{ ref('fct_workspace_plan_changes') }}
    group by month_start

),

deletions as (

    select
        {{ month_start('deleted_at') }} as month_start,
        count(*) as workspaces
    from {{ ref('dim_workspaces') }}
    where is_reportable and plan_code <> 'free' and deleted_at is not null
    group by {{ month_start('deleted_at') }}

),

followed as (

    select
        paid.month_start,
        paid.workspaces,
        lag(paid.workspaces) over (order by paid.month_start) as previous_workspaces,
        coalesce(movements.net, 0) - coalesce(deletions.workspaces, 0) as explained
    from paid
    left join movements
        on paid.month_start = movements.month_start
    left join deletions
        on paid.month_start = deletions.month_start

)

select *
from followed
where abs(workspaces - previous_workspaces - explained) > 2
