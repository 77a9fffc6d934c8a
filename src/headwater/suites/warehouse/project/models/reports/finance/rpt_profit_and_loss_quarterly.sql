-- The income statement as the board reads it: one row for each fiscal quarter. Revenue is after refunds and credits.
with lines as (
    select
        fiscal_year,
        fiscal_quarter,
        {{ sum_where("category = 'revenue'", 'amount_usd') }} - {{ sum_where("category = 'contra_revenue'", 'amount_usd') }} as revenue_usd,
        {{ sum_where("category = 'cost_of_revenue'", 'amount_usd') }} as cost_of_revenue_usd,
        {{ sum_where("category = 'operating_expense'", 'amount_usd') }} as operating_expenses_usd,
        {{ sum_where("category = 'other'", 'amount_usd') }} as other_expenses_usd
    from {{ ref('fct_profit_and_loss_monthly') }}
    group by fiscal_year, fiscal_quarter
)

select
    fiscal_year,
    fiscal_quarter,
    revenue_usd,
    cost_of_revenue_usd,
    revenue_usd - cost_of_revenue_usd as gross_profit_usd,
    {{ safe_divide('revenue_usd - cost_of_revenue_usd', 'revenue_usd') }} as gross_margin,
    operating_expenses_usd,
    revenue_usd - cost_of_revenue_usd - operating_expenses_usd as operating_income_usd,
    other_expenses_usd,
    revenue_usd - cost_of_revenue_usd - operating_expenses_usd - other_expenses_usd as net_income_usd
from lines
