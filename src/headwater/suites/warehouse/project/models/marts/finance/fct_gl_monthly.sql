-- The ledger by month, account and cost centre. Lines without a cost centre are balance sheet lines and collections.
select
    month_start,
    fiscal_period,
    account_code,
    account_name,
    statement,
    category,
    coalesce(cost_center, 'none') as cost_center,
    department,
    sum(debit_usd) as debit_usd,
    sum(credit_usd) as credit_usd,
    sum(amount_usd) as amount_usd,
    count(*) as entries,
    {{ count_where('is_reversal') }} as reversals
from {{ ref('int_gl_entries_classified') }}
group by 1, 2, 3, 4, 5, 6, 7, 8
