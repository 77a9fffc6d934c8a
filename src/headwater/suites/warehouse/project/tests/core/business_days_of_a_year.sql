{{ config(meta={
    'symptom': "The calendar has far more or fewer business days in a year than the office is open.",
    'business': "Figures per working day are off for whole years."
}) }}

select
    extract(year from date_day) as year_number,
    {{ count_where('is_business_day') }} as business_days
from {{ ref('dim_dates') }}
where is_past and extract(year from date_day) < 2025
group by extract(year from date_day)
having {{ count_where('is_business_day') }} not between 248 and 253
