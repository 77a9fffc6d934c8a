{% set svcs = ['compute', 'database', 'storage', 'network', 'dedicated-compute'] -%}
-- The cost meeting's page: net by service, credits, unit costs, what was odd.
with s as (
    select
        month_start,
        sum(list_usd) as list_usd,
        sum(credit_usd) as credit_usd,
        sum(cost_usd) as cost_usd
        {%- for s in svcs %},
        {{ sum_where("service = '" ~ s ~ "'", 'cost_usd') }} as {{ s | replace('-', '_') }}_usd
        {%- endfor %}
    from {{ ref('agg_plt_cost_services_monthly') }}
    group by month_start
), w as (
    select
        month_start,
        count(*) as workspaces,
        {{ count_where('is_paid') }} as paid_workspaces,
        sum(user_days) as user_days,
        sum(events) as events,
        {{ sum_where('not is_paid', 'cost_usd') }} as free_usd,
        {{ sum_where('not is_reportable', 'cost_usd') }} as own_use_usd,
        {{ sum_where('cost_rank <= 10', 'cost_usd') }} as top10_usd
    from {{ ref('fct_plt_ws_costs_monthly') }}
    group by month_start
), n as (
    select month_start, count(*) as odd_days, {{ count_where("direction = 'high'") }} as high_days
    from {{ ref('fct_plt_cost_anomalies') }}
    group by month_start
)
select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    s.list_usd,
    s.credit_usd,
    s.cost_usd
    {%- for s in svcs %},
    s.{{ s | replace('-', '_') }}_usd
    {%- endfor %},
    coalesce(w.workspaces, 0) as workspaces,
    coalesce(w.paid_workspaces, 0) as paid_workspaces,
    {{ money('coalesce(w.free_usd, 0)') }} as free_usd,
    {{ money('coalesce(w.own_use_usd, 0)') }} as own_use_usd,
    {{ plt_pct('w.top10_usd', 's.cost_usd') }} as top10_pct,
    {{ safe_divide('s.cost_usd', 'w.user_days', 4) }} as usd_per_user_day,
    {{ safe_divide('1000 * s.cost_usd', 'w.events', 4) }} as usd_per_1k_events,
    coalesce(n.odd_days, 0) as odd_days,
    coalesce(n.high_days, 0) as high_days,
    s.cost_usd - lag(s.cost_usd) over (order by month_start) as change_usd,
    {{ plt_pct('s.cost_usd - lag(s.cost_usd, 12) over (order by month_start)', 'lag(s.cost_usd, 12) over (order by month_start)') }} as yoy_pct
from s
left join w using (month_start)
left join n using (month_start)
