with recounted as (

    select
        days.month_start,
        sum(days.active_users) as user_days,
        count(*) as business_days
    from {{ ref('agg_daily_active_users') }} as days
    inner join {{ ref('dim_dates') }} as dates
        on days.date_day = dates.date_day
    where
        extract(isodow from dates.date_day) <= 5
        and dates.holiday_name is null
        and days.regions_lost = 0
    group by days.month_start

)

select
    reported.month_start,
    reported.stickiness
from {{ ref('rpt_active_users_monthly') }} as reported
inner join recounted
    on reported.month_start = recounted.month_start
where reported.active_users >= 50  -- of fewer, the rounding of the average shows
    and abs(reported.stickiness - cast(recounted.user_days as double precision) / recounted.business_days / reported.active_users) > 0.0005
