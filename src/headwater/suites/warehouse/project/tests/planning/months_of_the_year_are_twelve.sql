select fiscal_year, account_code, cost_center, count(*) as months
from {{ ref('fct_plan_latest_estimate_monthly') }}
group by fiscal_year, account_code, cost_center
having count(*) > 12
