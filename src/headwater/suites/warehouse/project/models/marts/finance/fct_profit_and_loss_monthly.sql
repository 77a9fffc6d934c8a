{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- The income statement by month and category, from the ledger alone.
select
    month_start,
    {{ fiscal_year('month_start') }} as fiscal_year,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    category,
    coalesce(department, 'company') as department,
    sum(amount_usd) as amount_usd
from {{ ref('fct_gl_monthly') }}
where statement = 'income'
    {%- if is_incremental() %}
    and month_start >= (select {{ date_add_months('max(month_start)', -4) }} from {{ this }})
    {%- endif %}
group by 1, 2, 3, 4, 5
