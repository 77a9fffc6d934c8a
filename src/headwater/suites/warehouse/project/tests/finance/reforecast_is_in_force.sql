select budgets.fiscal_period, budgets.account_code, budgets.cost_center
from {{ ref('int_budgets_in_force') }} as budgets
inner join {{ ref('stg_finance__budgets') }} as reforecast
    on budgets.fiscal_period = reforecast.fiscal_period
    and budgets.account_code = reforecast.account_code
    and budgets.cost_center = reforecast.cost_center
    and reforecast.budget_version = 'reforecast'
where budgets.budget_version <> 'reforecast'
    or abs(budgets.budget_usd - reforecast.budget_usd) > 0.01
