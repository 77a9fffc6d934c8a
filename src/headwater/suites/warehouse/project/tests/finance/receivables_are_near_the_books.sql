-- The books value foreign invoices once; the summary does so at each month's closing rate.
select summary.month_start, summary.open_usd, books.closing_balance_usd
from {{ ref('rpt_billing_summary') }} as summary
inner join {{ ref('fct_trial_balance_monthly') }} as books
    on summary.month_start = books.month_start
    and books.account_name = 'Accounts receivable'
where summary.month_start >= cast('2022-01-01' as date)
    and summary.open_usd not between 0.8 * books.closing_balance_usd and 1.1 * books.closing_balance_usd
