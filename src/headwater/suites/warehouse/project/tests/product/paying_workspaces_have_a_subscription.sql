with reported as (

    select sum(settled_workspaces) as workspaces
    from {{ ref('rpt_plan_mix') }}
    where month_start = {{ month_start(as_of()) }} and is_paid

),

charged as (

    select count(distinct subscriptions.workspace_id) as workspaces
    from {{ ref('stg_billing__subscriptions') }} as subscriptions
    inner join {{ ref('dim_workspaces') }} as workspaces
        on subscriptions.workspace_id = workspaces.workspace_id
    where
        subscriptions.status in ('active', 'past_due', 'unpaid')
        and workspaces.is_reportable
        and workspaces.deleted_at is null

)

select reported.workspaces as reported_workspaces, charged.workspaces as charged_workspaces
from reported
cross join charged
where abs(reported.workspaces - charged.workspaces) > 0.02 * charged.workspaces
