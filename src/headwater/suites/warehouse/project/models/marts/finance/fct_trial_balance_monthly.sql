-- Balance of each ledger account at the end of each month. Debits and credits of all accounts together are equal, always.
with months as (
    select distinct month_start from {{ ref('fct_gl_monthly') }}
),

accounts as (
    select * from {{ ref('dim_gl_accounts') }}
),

movements as (
    select
        month_start,
        account_code,
        sum(debit_usd) as debit_usd,
        sum(credit_usd) as credit_usd
    from {{ ref('fct_gl_monthly') }}
    group by month_start, account_code
),

filled as (
    select
        months.month_start,
        accounts.account_code,
        accounts.account_name,
        accounts.statement,
        accounts.normal_balance,
        coalesce(movements.debit_usd, 0) as debit_usd,
        coalesce(movements.credit_usd, 0) as credit_usd
    from months
    cross join accounts
    left join movements
        on months.month_start = movements.month_start
        and accounts.account_code = movements.account_code
)

select
    *,
    sum({{ signed_amount('debit_usd', 'credit_usd', 'normal_balance') }}) over (
        partition by account_code order by month_start
    ) as closing_balance_usd
from filled
