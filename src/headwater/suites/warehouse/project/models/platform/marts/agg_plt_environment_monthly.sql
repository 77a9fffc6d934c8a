-- fleet by os x db x container, for the support matrix (what may we drop?). Of servers that were up at the month's end.
with m as (
    select month_start, server_id, account_id, edition, operating_system, database_type, is_container, mau_peak, days_behind, support_status
    from {{ ref('fct_plt_server_months') }}
    where is_up_at_month_end
), t as (
    select month_start, count(*) as fleet, sum(coalesce(mau_peak, 0)) as fleet_mau
    from m
    group by month_start
)
select
    {{ surrogate_key(['month_start', 'm.operating_system', 'm.database_type', 'm.is_container']) }} as environment_id,
    month_start,
    coalesce(m.operating_system, 'unknown') as operating_system,
    coalesce(m.database_type, 'unknown') as database_type,
    m.is_container,
    count(*) as servers,
    count(distinct m.account_id) as accounts,
    {{ count_where("m.edition <> 'free'") }} as paid_servers,
    sum(coalesce(m.mau_peak, 0)) as mau,
    {{ count_where("m.support_status = 'unsupported'") }} as unsupported,
    {{ median('m.days_behind') }} as median_days_behind,
    {{ plt_pct('count(*)', 'max(t.fleet)') }} as fleet_pct,
    {{ plt_pct('sum(coalesce(m.mau_peak, 0))', 'max(t.fleet_mau)') }} as mau_pct
from m
join t using (month_start)
group by month_start, m.operating_system, m.database_type, m.is_container
