-- Sundays at midnight, when the ageing page is drawn; the running week is drawn at the clock.
select
    week_start,
    max(date_day) as as_of_day
from {{ ref('dim_dates') }}
where is_past
group by week_start
