{{ config(materialized='incremental', event_time='date_day', incremental_strategy='append') }}
-- Days whose cost is off its own last four weeks by an eighth or more, dedicated compute apart: it moves with every contract.
-- Credit changes look like jumps in net cost, so list prices are compared.
with d as (
    select date_day, region, service, list_usd
    from {{ ref('int_plt_cost_days') }}
    where service <> 'dedicated-compute'
), w as (
    select
        date_day,
        region,
        service,
        list_usd,
        sum(list_usd) over (partition by region, service order by date_day rows between 28 preceding and 1 preceding) as sum28,
        count(*) over (partition by region, service order by date_day rows between 28 preceding and 1 preceding) as n28
    from d
)
select
    {{ surrogate_key(['date_day', 'region', 'service']) }} as anomaly_id,
    date_day,
    {{ month_start('date_day') }} as month_start,
    region,
    service,
    list_usd,
    {{ safe_divide('sum28', 'n28', 4) }} as expected_usd,
    {{ plt_pct('list_usd - sum28 / n28', 'sum28 / n28') }} as off_pct,
    case when list_usd * n28 > sum28 then 'high' else 'low' end as direction
from w
where n28 = 28
    and sum28 > 0
    and abs(list_usd * n28 - sum28) * 8 >= sum28
    {%- if is_incremental() %}
    and date_day > (select max(date_day) from {{ this }}) -- mailed once, never taken back
    {%- endif %}
