with source as (
    select * from {{ source('raw_finance', 'headcount') }}
)

select
    employee_id,
    trim(department) as department,
    cost_center,
    started_on,
    ended_on,
    {{ money('annual_cost') }} as annual_cost_usd,
    upper(country) as country_code,
    _loaded_at as loaded_at
from source
