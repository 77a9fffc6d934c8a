select
    extract(year from date_day) as year_number,
    {{ count_where('is_business_day') }} as business_days
from {{ ref('dim_dates') }}
where is_past and extract(year from date_day) < 2025
group by extract(year from date_day)
having {{ count_where('is_business_day') }} not between 248 and 253
