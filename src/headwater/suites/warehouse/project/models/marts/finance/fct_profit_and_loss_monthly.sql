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
group by 1, 2, 3, 4, 5
