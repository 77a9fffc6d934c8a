-- account x month: seats that were bought against who is registered and who works, servers and cloud together.
with s as (
    select
        account_id,
        month_start,
        count(*) as servers,
        sum(coalesce(mau_peak, 0)) as server_mau,
        sum(coalesce(reg_peak, 0)) as server_reg,
        sum(coalesce(dau_peak, 0)) as server_dau_peak,
        {{ count_where('mau_peak is null') }} as uncounted_servers
    from {{ ref('fct_plt_server_months') }}
    where account_id is not null
    group by account_id, month_start
), l as (
    -- seats at the end of the month, not their mean: capacity is what is there when it is needed
    select s.account_id, e.month_start, sum(s.active_seats) as lic_seats
    from {{ ref('fct_license_seats_daily') }} s
    join (
        {{ plt_months() }}
    ) e on s.date_day = e.last_day
    group by s.account_id, e.month_start
), c as (
    select account_id, month_start, sum(seats) as cloud_seats
    from {{ ref('fct_account_mrr_monthly') }}
    where product_line = 'cloud'
    group by account_id, month_start
), a as (
    select account_id, month_start, cloud_monthly_users, peak_daily_users
    from {{ ref('agg_account_monthly_activity') }}
), k as (
    select account_id, month_start from s
    union
    select account_id, month_start from l
    union
    select account_id, month_start from c
), j as (
    select
        k.account_id,
        k.month_start,
        coalesce(s.servers, 0) as servers,
        coalesce(s.uncounted_servers, 0) as uncounted_servers,
        coalesce(s.server_mau, 0) as server_mau,
        coalesce(s.server_reg, 0) as server_reg,
        coalesce(s.server_dau_peak, 0) as server_dau_peak,
        coalesce(l.lic_seats, 0) as lic_seats,
        coalesce(c.cloud_seats, 0) as cloud_seats,
        coalesce(a.cloud_monthly_users, 0) as cloud_mau,
        coalesce(a.peak_daily_users, 0) as peak_daily_users
    from k
    left join s on k.account_id = s.account_id and k.month_start = s.month_start
    left join l on k.account_id = l.account_id and k.month_start = l.month_start
    left join c on k.account_id = c.account_id and k.month_start = c.month_start
    left join a on k.account_id = a.account_id and k.month_start = a.month_start
)
select
    {{ surrogate_key(['j.account_id', 'j.month_start']) }} as capacity_id,
    j.account_id,
    j.month_start,
    d.segment,
    d.region,
    j.servers,
    j.uncounted_servers,
    j.server_mau,
    j.server_reg,
    j.server_dau_peak,
    j.lic_seats,
    j.cloud_seats,
    j.cloud_mau,
    j.peak_daily_users,
    j.lic_seats + j.cloud_seats as seats,
    j.server_mau + j.cloud_mau as mau,
    {{ safe_divide('j.server_mau', 'j.lic_seats', 4) }} as server_use,
    {{ safe_divide('j.cloud_mau', 'j.cloud_seats', 4) }} as cloud_use,
    {{ plt_util_band(safe_divide('j.server_mau + j.cloud_mau', 'j.lic_seats + j.cloud_seats', 4)) }} as util_band,
    j.lic_seats + j.cloud_seats - j.server_mau - j.cloud_mau as headroom,
    j.server_mau + j.cloud_mau - coalesce(
        lag(j.server_mau + j.cloud_mau, 3) over (partition by j.account_id order by j.month_start), j.server_mau + j.cloud_mau
    ) as growth_3m
from j
join {{ ref('dim_accounts') }} d on j.account_id = d.account_id
where d.is_reportable
