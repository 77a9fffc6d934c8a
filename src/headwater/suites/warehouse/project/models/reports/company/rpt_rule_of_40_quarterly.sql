-- Growth of revenue over a year plus operating margin; forty is said to be good.
with statement as (
    select * from {{ ref('rpt_profit_and_loss_quarterly') }}
),

grown as (
    select
        fiscal_year,
        fiscal_quarter,
        revenue_usd,
        operating_income_usd,
        lag(revenue_usd, 4) over (order by fiscal_quarter) as revenue_a_year_before_usd
    from statement
)

select
    fiscal_year,
    fiscal_quarter,
    revenue_usd,
    revenue_a_year_before_usd,
    {{ safe_divide('100.0 * (revenue_usd - revenue_a_year_before_usd)', 'revenue_a_year_before_usd', 2) }} as growth_points,
    {{ safe_divide('100.0 * operating_income_usd', 'revenue_usd', 2) }} as margin_points,
    {{ safe_divide('100.0 * (revenue_usd - revenue_a_year_before_usd)', 'revenue_a_year_before_usd', 2) }}
    + {{ safe_divide('100.0 * operating_income_usd', 'revenue_usd', 2) }} as rule_of_40_points
from grown
