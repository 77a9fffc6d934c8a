-- Daily over monthly users. The daily figure is averaged over business days on which no telemetry was lost, since
-- weekends and holes would say more about the calendar than about the product.
with days as (

    select * from {{ ref('agg_daily_active_users') }}

),

daily as (

    select
        month_start,
        {{ count_where('is_business_day and is_telemetry_complete') }} as days_counted,
        {{ sum_where('is_business_day and is_telemetry_complete', 'active_users') }} as user_days_counted
    from days
    group by month_start

),

months as (

    select * from {{ ref('agg_monthly_active_users') }}

)

select
    months.month_start,
    months.fiscal_quarter,
    months.is_complete_month,
    months.active_users as monthly_active_users,
    daily.days_counted,
    {{ safe_divide('daily.user_days_counted', 'daily.days_counted', 2) }} as average_daily_users,
    {{ safe_divide('daily.user_days_counted', '(daily.days_counted * months.active_users)') }} as stickiness
from months
inner join daily
    on months.month_start = daily.month_start
