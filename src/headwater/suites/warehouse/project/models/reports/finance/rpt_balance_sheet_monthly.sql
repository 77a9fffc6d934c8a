-- Closing balances of the balance sheet. What was earned so far stands in equity until the year is closed, so that both sides are equal.
with balances as (
    select * from {{ ref('fct_trial_balance_monthly') }}
),

sheet as (
    select
        balances.month_start,
        accounts.category,
        sum(balances.closing_balance_usd) as closing_balance_usd
    from balances
    inner join {{ ref('dim_gl_accounts') }} as accounts on balances.account_code = accounts.account_code
    where accounts.statement = 'balance'
    group by balances.month_start, accounts.category
),

earned as (
    select
        month_start,
        sum(case when normal_balance = 'credit' then closing_balance_usd else -closing_balance_usd end) as earned_usd
    from balances
    where statement = 'income'
    group by month_start
)

select
    sheet.month_start,
    {{ sum_where("sheet.category in ('cash', 'receivables')", 'sheet.closing_balance_usd') }} as assets_usd,
    {{ sum_where("sheet.category in ('payables', 'tax', 'deferred_revenue')", 'sheet.closing_balance_usd') }} as liabilities_usd,
    {{ sum_where("sheet.category = 'equity'", 'sheet.closing_balance_usd') }} + max(earned.earned_usd) as equity_usd
from sheet
inner join earned on sheet.month_start = earned.month_start
group by sheet.month_start
