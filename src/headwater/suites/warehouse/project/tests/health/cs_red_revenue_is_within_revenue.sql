with overview as (
    select month_start, sum(mrr_usd) as mrr_usd, sum(red_mrr_usd) as red_mrr_usd
    from {{ ref('rpt_cs_health_overview_monthly') }}
    group by month_start
),

arr as (
    select month_start, closing_arr_usd
    from {{ ref('agg_arr_monthly') }}
)

select overview.month_start, overview.mrr_usd, arr.closing_arr_usd
from overview
inner join arr
    on overview.month_start = arr.month_start
where abs(overview.mrr_usd * 12 - arr.closing_arr_usd) > 1
    or overview.red_mrr_usd > overview.mrr_usd
