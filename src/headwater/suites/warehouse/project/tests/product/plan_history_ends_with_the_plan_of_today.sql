with reported as (

    select plan_code, sum(workspaces) as workspaces
    from {{ ref('rpt_plan_mix') }}
    where month_start = {{ month_start(as_of()) }}
    group by plan_code

),

recounted as (

    select plan_code, count(*) as workspaces
    from {{ ref('dim_workspaces') }}
    where is_reportable and deleted_at is null
    group by plan_code

)

select
    coalesce(reported.plan_code, recounted.plan_code) as plan_code,
    reported.workspaces as reported_workspaces,
    recounted.workspaces as recounted_workspaces
from reported
full outer join recounted
    on reported.plan_code = recounted.plan_code
where coalesce(reported.workspaces, 0) <> coalesce(recounted.workspaces, 0)
