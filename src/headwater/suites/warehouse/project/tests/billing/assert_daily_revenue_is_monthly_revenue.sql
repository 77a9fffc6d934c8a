-- The two are computed in different ways from the schedule: by day, and in closed form.
with daily as (
    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        product_line,
        sum(recognized_revenue_usd) as revenue_usd
    from {{ ref('fct_revenue_daily') }}
    group by account_id, {{ month_start('date_day') }}, product_line
),

monthly as (
    select * from {{ ref('fct_revenue_monthly') }}
    where month_start >= {{ daily_revenue_since() }}
)

select
    coalesce(daily.month_start, monthly.month_start) as month_start,
    coalesce(daily.account_id, monthly.account_id) as account_id,
    daily.revenue_usd as daily_usd,
    monthly.recognized_revenue_usd as monthly_usd
from daily
full join monthly
    on daily.account_id = monthly.account_id
    and daily.month_start = monthly.month_start
    and daily.product_line = monthly.product_line
where abs(coalesce(daily.revenue_usd, 0) - coalesce(monthly.recognized_revenue_usd, 0)) > 0.001
