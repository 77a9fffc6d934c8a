-- Workspaces with how their first weeks went and what they are today.
select
    workspaces.workspace_id,
    workspaces.account_id,
    workspaces.segment,
    workspaces.sales_region,
    workspaces.plan_code,
    workspaces.is_paid,
    workspaces.created_on,
    {{ month_start('workspaces.created_on') }} as cohort_month,
    workspaces.deleted_at is not null as is_deleted,
    activation.is_judged,
    activation.is_activated,
    activation.early_active_days,
    activation.early_active_users,
    activation.minutes_to_first_core
from {{ ref('dim_workspaces') }} as workspaces
inner join {{ ref('fct_workspace_activation') }} as activation
    on workspaces.workspace_id = activation.workspace_id
