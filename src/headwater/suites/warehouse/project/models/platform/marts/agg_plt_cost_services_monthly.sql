{{ config(materialized='incremental', event_time='month_start', unique_key='cost_service_id', incremental_strategy='delete+insert') }}
-- region x service x month with the comparisons of the cost meeting
with m as (
    select
        {{ month_start('date_day') }} as month_start,
        region,
        service,
        sum(list_usd) as list_usd,
        sum(credit_usd) as credit_usd,
        sum(cost_usd) as cost_usd,
        count(distinct date_day) as days,
        max(own_workspaces) as own_workspaces
    from {{ ref('int_plt_cost_days') }}
    group by 1, 2, 3
), x as (
    select
        {{ surrogate_key(['m.month_start', 'm.region', 'm.service']) }} as cost_service_id,
        m.month_start,
        m.region,
        m.service,
        m.list_usd,
        m.credit_usd,
        m.cost_usd,
        m.days,
        m.own_workspaces,
        {{ plt_pct('m.credit_usd', 'm.list_usd') }} as credit_pct,
        {{ safe_divide('m.cost_usd', 'm.days', 4) }} as usd_per_day,
        p.cost_usd as prev_cost_usd,
        y.cost_usd as year_ago_cost_usd,
        m.cost_usd - coalesce(p.cost_usd, 0) as change_usd,
        {{ plt_pct('m.cost_usd - y.cost_usd', 'y.cost_usd') }} as yoy_pct,
        sum(m.cost_usd) over (
            partition by m.region, m.service, {{ fiscal_year('m.month_start') }} order by m.month_start
            rows between unbounded preceding and current row
        ) as fy_to_date_usd
    from m
    left join m p on m.region = p.region and m.service = p.service and p.month_start = {{ date_add_months('m.month_start', -1) }}
    left join m y on m.region = y.region and m.service = y.service and y.month_start = {{ date_add_months('m.month_start', -12) }}
)
select * from x
{%- if is_incremental() %}
where month_start >= (select {{ date_add_months('max(month_start)', -2) }} from {{ this }})
{%- endif %}
