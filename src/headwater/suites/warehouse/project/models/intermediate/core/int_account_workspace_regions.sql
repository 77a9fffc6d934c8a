-- Where an account's first workspace lives: the fall-back for accounts that never gave a country.
with workspaces as (

    select * from {{ ref('stg_app__workspaces') }}

),

first_workspaces as (

    {{ deduplicate('workspaces', partition_by='account_id', order_by='created_at, workspace_id') }}

)

select
    first_workspaces.account_id,
    first_workspaces.workspace_id as first_workspace_id,
    first_workspaces.created_at as first_workspace_created_at,
    first_workspaces.region as workspace_region,
    regions.sales_region
from first_workspaces
left join {{ ref('map_workspace_regions') }} as regions
    on first_workspaces.region = regions.region
