-- Working days of each month, up to the clock: the running month has fewer, and usage is measured per working day.
select
    month_start,
    {{ count_where('is_business_day') }} as working_days,
    count(*) as days,
    max(date_day) as last_day
from {{ ref('dim_dates') }}
where is_past
group by month_start
