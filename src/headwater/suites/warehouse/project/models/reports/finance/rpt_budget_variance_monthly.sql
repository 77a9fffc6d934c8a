-- Where the plan was missed, by department and category. Variances under a thousand dollars are not discussed.
select
    month_start,
    fiscal_quarter,
    category,
    coalesce(department, 'company') as department,
    sum(actual_usd) as actual_usd,
    sum(budget_usd) as budget_usd,
    sum(favourable_variance_usd) as favourable_variance_usd,
    {{ safe_divide('sum(favourable_variance_usd)', 'sum(budget_usd)') }} as variance_share,
    abs(sum(favourable_variance_usd)) >= 1000 as is_discussed
from {{ ref('fct_budget_vs_actual') }}
group by 1, 2, 3, 4
