-- Where each feature stands at the end of each month, relative to the workspaces that exist.
with adoption as (

    select * from {{ ref('agg_feature_adoption_monthly') }}

),

workspaces as (

    select
        adoption_months.month_start,
        count(*) as workspaces_created
    from (select distinct month_start from adoption) as adoption_months
    inner join {{ ref('dim_workspaces') }} as created
        on {{ month_start('created.created_on') }} <= adoption_months.month_start and created.is_reportable
    group by adoption_months.month_start

)

select
    adoption.month_start,
    adoption.feature,
    adoption.workspaces_tried,
    adoption.workspaces_adopted,
    adoption.workspaces_ever_tried,
    adoption.workspaces_ever_adopted,
    coalesce(workspaces.workspaces_created, 0) as workspaces_ever_created,
    {{ safe_divide('adoption.workspaces_ever_adopted', 'adoption.workspaces_ever_tried') }} as adoption_rate,
    {{ safe_divide('adoption.workspaces_ever_adopted', 'workspaces.workspaces_created') }} as penetration
from adoption
left join workspaces
    on adoption.month_start = workspaces.month_start
