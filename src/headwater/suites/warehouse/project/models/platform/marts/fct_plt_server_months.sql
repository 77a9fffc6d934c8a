-- The wide srv x month table of the platform team. Joins only; the arithmetic is upstream.
with m as (
    select * from {{ ref('int_plt_srv_months') }}
), s as (
    select server_id, segment, region, first_seen_on, last_seen_on, database_type, operating_system, is_container, country_code
    from {{ ref('dim_servers') }}
), lg as (
    select server_id, month_start, release_line, releases_behind, days_behind, support_status, is_lts
    from {{ ref('fct_server_version_lag_monthly') }}
), g as (
    select
        server_id,
        month_start,
        count(*) as gaps,
        sum(n_silent) as silent_days,
        sum(n_unexplained) as unexplained_days,
        max(n_silent) as longest_gap
    from {{ ref('fct_plt_ping_gaps') }}
    group by server_id, month_start
), u as (
    select
        server_id,
        month_start,
        count(*) as upgrades,
        {{ count_where("upgrade_kind = 'downgrade'") }} as downgrades,
        {{ count_where("upgrade_kind in ('major', 'minor')") }} as line_upgrades
    from {{ ref('fct_server_upgrades') }}
    group by server_id, month_start
), k as (
    select license_key, license_id, sku, seats, starts_on, expires_on
    from {{ ref('int_license_keys') }}
)
select
    {{ surrogate_key(['m.server_id', 'm.month_start']) }} as server_month_id,
    server_id,
    month_start,
    m.account_id,
    s.segment,
    s.region,
    s.country_code,
    s.database_type,
    s.operating_system,
    s.is_container,
    m.edition,
    m.version,
    coalesce(lg.release_line, {{ release_line('m.version') }}) as line,
    m.first_day,
    m.last_day,
    m.days_up,
    m.days_reported,
    m.days_carried,
    m.days_ops_outage,
    m.dau_peak,
    m.dau_mean_bday,
    m.mau_peak,
    m.reg_peak,
    m.versions_seen,
    m.prev_month is null as is_new,
    m.prev_month is not null and {{ date_diff_months('m.prev_month', 'month_start') }} > 1 as is_returned,
    m.next_month is null and month_start < {{ month_start(as_of()) }} as is_last,
    lg.server_id is not null as is_up_at_month_end,
    lg.releases_behind,
    lg.days_behind,
    lg.support_status,
    coalesce(lg.is_lts, false) as is_lts,
    coalesce(g.gaps, 0) as gaps,
    coalesce(g.silent_days, 0) as silent_days,
    coalesce(g.unexplained_days, 0) as unexplained_days,
    coalesce(g.longest_gap, 0) as longest_gap,
    coalesce(u.upgrades, 0) as upgrades,
    coalesce(u.downgrades, 0) as downgrades,
    coalesce(u.line_upgrades, 0) as line_upgrades,
    k.license_id,
    k.sku,
    k.seats,
    k.expires_on,
    {{ safe_divide('m.mau_peak', 'k.seats', 4) }} as seat_use
from m
join s using (server_id)
left join lg using (server_id, month_start)
left join g using (server_id, month_start)
left join u using (server_id, month_start)
left join k on m.license_key = k.license_key
