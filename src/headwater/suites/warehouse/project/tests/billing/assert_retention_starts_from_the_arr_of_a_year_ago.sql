with retention as (
    select
        month_start,
        mrr_then_usd
    from {{ ref('rpt_revenue_retention') }}
    where segment = 'All'
),

arr as (
    select
        {{ to_date(date_add_months('month_start', 12)) }} as month_start,
        closing_arr_usd
    from {{ ref('agg_arr_monthly') }}
)

select
    retention.month_start,
    retention.mrr_then_usd,
    arr.closing_arr_usd
from retention
inner join arr
    on retention.month_start = arr.month_start
where abs(12 * retention.mrr_then_usd - arr.closing_arr_usd) > 0.05
