-- seats vs people, last month of the quarter. Accounts that only have cloud are in.
with q as (
    select c.*, {{ fiscal_quarter('c.month_start') }} as fq
    from {{ ref('fct_plt_capacity_monthly') }} c
), e as (
    select fq, max(month_start) as month_start
    from q
    group by fq
)
select
    q.fq as fiscal_quarter,
    coalesce(q.segment, 'Unknown') as segment,
    count(*) as accounts,
    sum(q.seats) as seats,
    sum(q.lic_seats) as lic_seats,
    sum(q.cloud_seats) as cloud_seats,
    sum(q.mau) as mau,
    sum(q.servers) as servers,
    sum(q.uncounted_servers) as uncounted_servers,
    {{ count_where("q.util_band = 'over'") }} as over_accounts,
    {{ count_where("q.util_band in ('idle', 'empty')") }} as idle_accounts,
    sum(greatest(q.headroom, 0)) as unused_seats,
    sum(greatest(-q.headroom, 0)) as users_over,
    {{ plt_pct('sum(q.mau)', 'sum(q.seats)') }} as use_pct,
    {{ plt_pct(count_where("q.util_band = 'over'"), 'count(*)') }} as over_pct
from q
join e on q.fq = e.fq and q.month_start = e.month_start
group by 1, 2
