-- The income statement with signs as people add them: income is positive, costs are negative.
select
    month_start,
    fiscal_year,
    fiscal_quarter,
    category,
    department,
    case when category = 'revenue' then amount_usd else -amount_usd end as signed_amount_usd
from {{ ref('fct_profit_and_loss_monthly') }}
