-- Two years beyond the clock, since licences and subscriptions end in the future.
with days as (

    {{ date_spine(history_start(), date_add_months(as_of(), 24)) }}

),

holidays as (

    select * from {{ ref('company_holidays') }}

)

select
    days.date_day,
    {{ week_start('days.date_day') }} as week_start,
    {{ month_start('days.date_day') }} as month_start,
    cast(date_trunc('quarter', days.date_day) as date) as quarter_start,
    extract(isodow from days.date_day) as iso_day_of_week,
    {{ fiscal_year('days.date_day') }} as fiscal_year,
    {{ fiscal_quarter('days.date_day') }} as fiscal_quarter,
    {{ fiscal_quarter_start('days.date_day') }} as fiscal_quarter_start,
    {{ fiscal_month('days.date_day') }} as fiscal_month,
    {{ fiscal_period('days.date_day') }} as fiscal_period,
    days.date_day = {{ month_end('days.date_day') }} as is_month_end,
    holidays.name as holiday_name,
    extract(isodow from days.date_day) <= 5 and holidays.holiday_date is null as is_business_day,
    days.date_day <= {{ as_of() }} as is_past
from days
left join holidays
    on days.date_day = holidays.holiday_date
