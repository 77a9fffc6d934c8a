-- Fiscal quarters that have begun, numbered, with their first and last day and how much of each is over.
with quarters as (
    select
        fiscal_year,
        fiscal_quarter,
        min(date_day) as quarter_starts_on,
        max(date_day) as quarter_ends_on,
        sum(case when is_business_day then 1 else 0 end) as business_days,
        sum(case when is_business_day and is_past then 1 else 0 end) as business_days_past
    from {{ ref('dim_dates') }}
    group by fiscal_year, fiscal_quarter
)

select
    fiscal_year,
    fiscal_quarter,
    quarter_starts_on,
    quarter_ends_on,
    business_days,
    business_days_past,
    row_number() over (order by quarter_starts_on) as quarter_number,
    lag(fiscal_quarter) over (order by quarter_starts_on) as previous_fiscal_quarter,
    lag(fiscal_quarter, 4) over (order by quarter_starts_on) as year_ago_fiscal_quarter,
    quarter_ends_on <= {{ as_of() }} as is_over,
    {{ safe_divide('business_days_past', 'business_days', 4) }} as share_past
from quarters
where quarter_starts_on <= {{ as_of() }}
