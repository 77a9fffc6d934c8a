-- How far the workspaces created in a month came in their first weeks, over all segments.
with monthly as (

    select
        cohort_month,
        step_number,
        step,
        sum(workspaces_created) as workspaces_created,
        sum(workspaces_reached) as workspaces_reached
    from {{ ref('agg_activation_monthly') }}
    group by cohort_month, step_number, step

)

select
    cohort_month,
    step_number,
    step,
    workspaces_created,
    workspaces_reached,
    {{ safe_divide('workspaces_reached', 'workspaces_created') }} as share_of_created,
    {{ safe_divide(
        'workspaces_reached',
        'lag(workspaces_reached) over (partition by cohort_month order by step_number)'
    ) }} as share_of_previous_step
from monthly
