{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

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
{%- if is_incremental() %}
-- invoices of suppliers and reversals come until the quarter is closed
where month_start >= (select {{ date_add_months('max(month_start)', -4) }} from {{ this }})
{%- endif %}
group by 1, 2, 3, 4, 5, 6, 7, 8
