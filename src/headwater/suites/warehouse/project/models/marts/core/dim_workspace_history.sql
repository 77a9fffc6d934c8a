-- The app overwrites a workspace's region when it is moved; only our snapshot remembers. What was before the first
-- snapshot is not known: the first version is taken back to the workspace's creation.
with versions as (

    select
        *,
        row_number() over (partition by workspace_id order by dbt_valid_from, dbt_scd_id) as version_number
    from {{ ref('snap_app__workspaces') }}

)

select
    {{ surrogate_key(['versions.workspace_id', 'versions.version_number']) }} as workspace_version_id,
    versions.workspace_id,
    versions.account_id,
    versions.region,
    regions.sales_region,
    versions.plan_code,
    versions.version_number,
    case when versions.version_number = 1 then versions.created_at else versions.dbt_valid_from end as valid_from,
    -- the last version of a deleted workspace ends with it
    coalesce(versions.dbt_valid_to, versions.deleted_at) as valid_to,
    versions.dbt_valid_to is null as is_current
from versions
left join {{ ref('map_workspace_regions') }} as regions
    on versions.region = regions.region
