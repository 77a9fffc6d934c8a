-- Workspaces by plan at each month's end, with how the paid share moved.
with mix as (

    select
        month_start,
        plan_code,
        sum(workspaces) as workspaces,
        sum(trialing_workspaces) as trialing_workspaces
    from {{ ref('agg_plan_mix_monthly') }}
    group by month_start, plan_code

),

totals as (

    select
        month_start,
        sum(workspaces) as all_workspaces
    from mix
    group by month_start

)

select
    mix.month_start,
    mix.plan_code,
    {{ is_paid_plan('mix.plan_code') }} as is_paid,
    mix.workspaces,
    mix.trialing_workspaces,
    mix.workspaces - mix.trialing_workspaces as settled_workspaces,
    totals.all_workspaces,
    {{ safe_divide('mix.workspaces', 'totals.all_workspaces') }} as share
from mix
inner join totals
    on mix.month_start = totals.month_start
