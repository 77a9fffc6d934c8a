with retention as (
    select
        month_start,
        mrr_now_usd
    from {{ ref('rpt_revenue_retention') }}
    where segment = 'All'
),

newer as (
    select
        spine.month_start,
        sum(spine.mrr_usd) as mrr_usd
    from {{ ref('int_account_mrr_spine') }} as spine
    left join {{ ref('int_account_mrr_spine') }} as a_year_ago
        on spine.account_id = a_year_ago.account_id
        and a_year_ago.month_start = {{ to_date(date_add_months('spine.month_start', -12)) }}
    where coalesce(a_year_ago.mrr_usd, 0) = 0
    group by spine.month_start
)

select
    arr.month_start,
    arr.closing_arr_usd,
    retention.mrr_now_usd,
    newer.mrr_usd as newer_mrr_usd
from {{ ref('agg_arr_monthly') }} as arr
inner join retention
    on arr.month_start = retention.month_start
left join newer
    on arr.month_start = newer.month_start
where abs(arr.closing_arr_usd - 12 * (retention.mrr_now_usd + coalesce(newer.mrr_usd, 0))) > 0.05
