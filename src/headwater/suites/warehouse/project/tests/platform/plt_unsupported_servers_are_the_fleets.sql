with a as (
    select month_start, unsupported from {{ ref('rpt_plt_ops_review_monthly') }}
), b as (
    select month_start, sum(unsupported_servers) as unsupported from {{ ref('rpt_server_fleet') }} group by month_start
)
select a.month_start, a.unsupported, b.unsupported as fleets
from a
left join b using (month_start)
where a.unsupported <> coalesce(b.unsupported, 0)
