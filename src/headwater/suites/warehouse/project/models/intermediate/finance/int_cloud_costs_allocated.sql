-- Every dollar of hosting reaches a workspace: its own directly, shared services of a region by the workspace's part of the
-- region's activity in the month. Where nobody was active, workspaces of the region share alike.
with costs as (
    select * from {{ ref('int_cloud_costs_by_month') }}
),

workspaces as (
    select
        workspace_id,
        account_id,
        region,
        created_at,
        deleted_at
    from {{ ref('dim_workspaces') }}
),

activity as (
    select
        workspace_id,
        {{ month_start('date_day') }} as month_start,
        sum(events) as events
    from {{ ref('fct_workspace_daily_activity') }}
    group by 1, 2
),

shared as (
    select
        month_start,
        region,
        sum(cost_usd) as shared_cost_usd
    from costs
    where is_shared
    group by month_start, region
),

present as (
    select
        shared.month_start,
        shared.region,
        workspaces.workspace_id,
        shared.shared_cost_usd,
        coalesce(activity.events, 0) as events,
        sum(coalesce(activity.events, 0)) over (partition by shared.month_start, shared.region) as region_events,
        count(*) over (partition by shared.month_start, shared.region) as region_workspaces
    from shared
    inner join workspaces
        on shared.region = workspaces.region
        and {{ month_start('workspaces.created_at') }} <= shared.month_start
        and coalesce({{ month_start('workspaces.deleted_at') }}, cast('9999-12-01' as date)) >= shared.month_start
    left join activity
        on workspaces.workspace_id = activity.workspace_id
        and shared.month_start = activity.month_start
),

allocated as (
    select
        month_start,
        workspace_id,
        case
            when region_events > 0 then cast(shared_cost_usd as decimal(18, 8)) * events / region_events
            else cast(shared_cost_usd as decimal(18, 8)) / region_workspaces
        end as cost_usd
    from present
),

-- a region that was set up before its first workspace: nobody's, and still on the invoice
unused as (
    select
        shared.month_start,
        cast(null as varchar) as workspace_id,
        sum(shared.shared_cost_usd) as cost_usd
    from shared
    left join (select distinct month_start, region from present) as used
        on shared.month_start = used.month_start
        and shared.region = used.region
    where used.region is null
    group by shared.month_start
),

own as (
    select
        month_start,
        workspace_id,
        cost_usd
    from costs
    where not is_shared
),

together as (
    select month_start, workspace_id, cast(cost_usd as decimal(18, 8)) as own_cost_usd, cast(0 as decimal(18, 8)) as shared_cost_usd from own
    union all
    select month_start, workspace_id, cast(0 as decimal(18, 8)), cast(cost_usd as decimal(18, 8)) from allocated
    union all
    select month_start, workspace_id, cast(0 as decimal(18, 8)), cast(cost_usd as decimal(18, 8)) from unused
)

select
    together.month_start,
    together.workspace_id,
    workspaces.account_id,
    sum(together.own_cost_usd) as own_cost_usd,
    sum(together.shared_cost_usd) as shared_cost_usd,
    sum(together.own_cost_usd + together.shared_cost_usd) as cost_usd
from together
left join workspaces on together.workspace_id = workspaces.workspace_id
group by 1, 2, 3
