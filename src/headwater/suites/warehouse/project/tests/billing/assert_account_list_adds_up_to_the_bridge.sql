with listed as (
    select sum(arr_usd) as arr_usd
    from {{ ref('rpt_account_revenue') }}
),

bridge as (
    select closing_arr_usd
    from {{ ref('agg_arr_monthly') }}
    where month_start = {{ month_start(as_of()) }}
)

select
    listed.arr_usd,
    bridge.closing_arr_usd
from listed
cross join bridge
where abs(listed.arr_usd - bridge.closing_arr_usd) > 0.05
