select month_start, sum(debit_usd) as debits, sum(credit_usd) as credits
from {{ ref('fct_trial_balance_monthly') }}
group by month_start
having abs(sum(debit_usd) - sum(credit_usd)) > 0.01
