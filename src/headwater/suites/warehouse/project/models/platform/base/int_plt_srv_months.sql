-- srv x month. Users are peaks; last-day values are those of the last row of the month, carried or not.
with d as (
    select * from {{ ref('int_plt_srv_days') }}
), l as (
    select *
    from (
        select
            server_id, month_start, date_day, version, version_sort_key, edition, license_key, account_id,
            row_number() over (partition by server_id, month_start order by date_day desc) rn
        from d
    ) x
    where rn = 1
), m as (
    select
        server_id,
        month_start,
        min(date_day) as first_day,
        max(date_day) as last_day,
        count(*) as days_up,
        {{ count_where('is_reported') }} as days_reported,
        {{ count_where('not is_reported') }} as days_carried,
        {{ count_where('is_reported and is_business_day') }} as bdays_reported,
        {{ count_where('is_ops_outage') }} as days_ops_outage,
        count(dau) as days_counted,
        max(dau) as dau_peak,
        {{ safe_divide('sum(case when is_business_day then dau end)', 'count(case when is_business_day then dau end)', 2) }} as dau_mean_bday,
        max(mau) as mau_peak,
        max(reg) as reg_peak,
        count(distinct version) as versions_seen,
        count(distinct license_key) as keys_seen
    from d
    group by server_id, month_start
)
select
    server_id,
    month_start,
    l.account_id,
    l.edition,
    l.version,
    l.version_sort_key,
    l.license_key,
    m.first_day,
    m.last_day,
    m.days_up,
    m.days_reported,
    m.days_carried,
    m.bdays_reported,
    m.days_ops_outage,
    m.days_counted,
    m.dau_peak,
    m.dau_mean_bday,
    m.mau_peak,
    m.reg_peak,
    m.versions_seen,
    m.keys_seen,
    lag(month_start) over (partition by server_id order by month_start) as prev_month,
    lead(month_start) over (partition by server_id order by month_start) as next_month
from m
join l using (server_id, month_start)
