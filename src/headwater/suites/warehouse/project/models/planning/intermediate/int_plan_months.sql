-- months of history and of the running fiscal year, with their place in quarter and year
with dates as (
    select * from {{ ref('dim_dates') }}
),

months as (
    select
        month_start,
        max(date_day) as month_end,
        max(fiscal_year) as fiscal_year,
        max(fiscal_quarter) as fiscal_quarter,
        max(fiscal_month) as fiscal_month,
        max(fiscal_period) as fiscal_period,
        count(*) as days,
        sum(case when is_business_day then 1 else 0 end) as business_days
    from dates
    group by month_start
),

running_year as (
    select max(fiscal_year) as fiscal_year
    from dates
    where is_past
)

select
    months.month_start,
    months.month_end,
    months.fiscal_year,
    months.fiscal_quarter,
    months.fiscal_month,
    months.fiscal_period,
    months.days,
    months.business_days,
    months.month_end <= {{ as_of() }} as is_past,
    months.month_start <= {{ plan_closed_before() }} as is_closed,
    months.month_start = {{ month_start(as_of()) }} as is_running_month,
    months.fiscal_year = running_year.fiscal_year as is_running_year,
    cast({{ date_diff_months(month_start(as_of()), 'months.month_start') }} as integer) as months_ahead
from months
cross join running_year
where months.fiscal_year <= running_year.fiscal_year
