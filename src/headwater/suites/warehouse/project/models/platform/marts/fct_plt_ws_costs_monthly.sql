{% set svcs = ['compute', 'database', 'storage', 'network'] -%}
-- Hosting per workspace. Own = dedicated compute; shared = the workspace's part of its region, split by service in the
-- proportion in which the region paid for it in that month (the allocation key itself is finance's, int_cloud_costs_allocated).
with al as (
    select month_start, workspace_id, account_id, own_cost_usd, shared_cost_usd, cost_usd
    from {{ ref('int_cloud_costs_allocated') }}
), ws as (
    select workspace_id, region, segment, plan_code, is_paid, is_reportable from {{ ref('dim_workspaces') }}
), rg as (
    select
        month_start,
        region,
        sum(cost_usd) as region_usd
        {%- for s in svcs %},
        {{ sum_where("service = '" ~ s ~ "'", 'cost_usd') }} as {{ s }}_usd
        {%- endfor %}
    from {{ ref('int_cloud_costs_by_month') }}
    where is_shared
    group by month_start, region
), ac as (
    select
        workspace_id,
        {{ month_start('date_day') }} as month_start,
        sum(active_users) as user_days,
        max(active_users) as peak_users,
        sum(events) as events
    from {{ ref('fct_workspace_daily_activity') }}
    group by workspace_id, {{ month_start('date_day') }}
)
select
    {{ surrogate_key(['al.workspace_id', 'al.month_start']) }} as ws_cost_id,
    al.month_start,
    al.workspace_id,
    al.account_id,
    coalesce(ws.region, 'none') as region,
    ws.segment,
    coalesce(ws.plan_code, 'none') as plan_code,
    coalesce(ws.is_paid, false) as is_paid,
    coalesce(ws.is_reportable, false) as is_reportable,
    al.own_cost_usd,
    al.shared_cost_usd,
    al.cost_usd
    {%- for s in svcs %},
    cast(al.shared_cost_usd * coalesce({{ safe_divide('rg.' ~ s ~ '_usd', 'rg.region_usd', 8) }}, 0) as decimal(18, 6)) as shared_{{ s }}_usd
    {%- endfor %},
    coalesce(ac.user_days, 0) as user_days,
    coalesce(ac.peak_users, 0) as peak_users,
    coalesce(ac.events, 0) as events,
    {{ safe_divide('al.cost_usd', 'ac.user_days', 4) }} as usd_per_user_day,
    {{ safe_divide('1000 * al.cost_usd', 'ac.events', 4) }} as usd_per_1k_events,
    row_number() over (partition by al.month_start order by al.cost_usd desc, al.workspace_id) as cost_rank
from al
left join ws on al.workspace_id = ws.workspace_id
left join rg on ws.region = rg.region and al.month_start = rg.month_start
left join ac on al.workspace_id = ac.workspace_id and al.month_start = ac.month_start
