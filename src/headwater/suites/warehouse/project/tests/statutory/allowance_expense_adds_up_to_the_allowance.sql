select entity_code, sum(expense_usd) as expense_usd, sum(case when month_start = last_month then local_allowance_usd else 0 end) as allowance_usd
from (
    select *, max(month_start) over (partition by entity_code) as last_month
    from {{ ref('fct_stat_allowances_monthly') }}
) as months
group by entity_code
having abs(sum(expense_usd) - sum(case when month_start = last_month then local_allowance_usd else 0 end)) > 0.01
