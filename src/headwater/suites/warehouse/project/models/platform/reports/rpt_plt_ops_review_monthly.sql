-- Page one of the ops review: fleet, currency, pings, incidents, security, cost. Every figure is of a mart, none is computed twice.
with f as (
    select
        month_start,
        sum(closing) as servers,
        sum(new_servers) as new_servers,
        sum(returned) as returned,
        sum(gone) as gone,
        sum(paused) as paused
    from {{ ref('agg_plt_fleet_movements_monthly') }}
    group by month_start
), v as (
    select
        month_start,
        {{ count_where("support_status = 'unsupported'") }} as unsupported,
        {{ count_where('is_up_at_month_end') }} as up_at_end,
        sum(upgrades) as upgrades,
        sum(downgrades) as downgrades,
        {{ median('days_behind') }} as median_days_behind,
        sum(coalesce(mau_peak, 0)) as mau
    from {{ ref('fct_plt_server_months') }}
    group by month_start
), p as (
    select month_start, received_pct, unexplained_days, dark_gaps, odd_days
    from {{ ref('rpt_plt_ping_gaps_monthly') }}
), i as (
    select
        month_start,
        count(*) as incidents,
        {{ count_where("response = 'page'") }} as pages,
        {{ count_where('in_hours') }} as in_hours,
        sum(weighted_minutes) as weighted_minutes
    from {{ ref('fct_plt_incident_windows') }}
    group by month_start
), o as (
    select month_start, {{ count_where('not is_within_budget') }} as services_over_budget, sum(outage_minutes) as outage_region_minutes
    from {{ ref('rpt_plt_slo_monthly') }}
    group by month_start
), b as (
    select month_start, count(*) as exposed_servers, sum(late_grave) as late_grave, sum(open_critical) as open_critical
    from {{ ref('fct_plt_security_backlog_monthly') }}
    group by month_start
), c as (
    select month_start, cost_usd, credit_usd, usd_per_user_day
    from {{ ref('rpt_plt_cost_review_monthly') }}
)
select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    coalesce(f.servers, 0) as servers,
    coalesce(f.new_servers, 0) as new_servers,
    coalesce(f.returned, 0) as returned,
    coalesce(f.gone, 0) as gone,
    coalesce(f.paused, 0) as paused,
    coalesce(v.up_at_end, 0) as up_at_end,
    coalesce(v.unsupported, 0) as unsupported,
    {{ plt_pct('v.unsupported', 'v.up_at_end') }} as unsupported_pct,
    v.median_days_behind,
    coalesce(v.upgrades, 0) as upgrades,
    coalesce(v.downgrades, 0) as downgrades,
    coalesce(v.mau, 0) as server_mau,
    p.received_pct,
    p.unexplained_days,
    p.dark_gaps,
    p.odd_days,
    coalesce(i.incidents, 0) as incidents,
    coalesce(i.pages, 0) as pages,
    coalesce(i.in_hours, 0) as incidents_in_hours,
    coalesce(i.weighted_minutes, 0) as weighted_minutes,
    o.services_over_budget,
    o.outage_region_minutes,
    coalesce(b.exposed_servers, 0) as exposed_servers,
    coalesce(b.open_critical, 0) as open_critical,
    coalesce(b.late_grave, 0) as late_grave,
    c.cost_usd,
    c.credit_usd,
    c.usd_per_user_day
from p
left join f using (month_start)
left join v using (month_start)
left join i using (month_start)
left join o using (month_start)
left join b using (month_start)
left join c using (month_start)
