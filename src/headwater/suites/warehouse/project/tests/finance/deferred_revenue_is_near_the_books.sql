select summary.month_start, summary.closing_deferred_usd, books.closing_balance_usd
from {{ ref('rpt_billing_summary') }} as summary
inner join {{ ref('fct_trial_balance_monthly') }} as books
    on summary.month_start = books.month_start
    and books.account_name = 'Deferred revenue'
where summary.month_start >= cast('2022-01-01' as date)
    and summary.closing_deferred_usd not between 0.94 * books.closing_balance_usd and 1.02 * books.closing_balance_usd
