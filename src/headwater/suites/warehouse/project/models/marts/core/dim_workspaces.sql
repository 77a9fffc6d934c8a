with workspaces as (

    select * from {{ ref('stg_app__workspaces') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

regions as (

    select * from {{ ref('map_workspace_regions') }}

)

select
    workspaces.workspace_id,
    workspaces.account_id,
    workspaces.workspace_name,
    workspaces.region,
    regions.sales_region,
    regions.default_time_zone,
    workspaces.plan_code,
    {{ is_paid_plan('workspaces.plan_code') }} as is_paid,
    accounts.segment,
    workspaces.created_at,
    {{ to_date('workspaces.created_at') }} as created_on,
    workspaces.deleted_at,
    workspaces.trial_started_at,
    workspaces.trial_ends_at,
    row_number() over (partition by workspaces.account_id order by workspaces.created_at, workspaces.workspace_id) = 1 as is_first_of_account,
    coalesce(accounts.is_reportable, false) as is_reportable
from workspaces
left join accounts
    on workspaces.account_id = accounts.account_id
left join regions
    on workspaces.region = regions.region
