-- The onboarding funnel of each month's new workspaces, by segment.
with funnel as (

    select * from {{ ref('fct_onboarding_funnel') }}

)

select
    cohort_month,
    segment,
    step_number,
    step,
    count(*) as workspaces_created,
    {{ count_where('is_reached') }} as workspaces_reached
from funnel
group by cohort_month, segment, step_number, step
