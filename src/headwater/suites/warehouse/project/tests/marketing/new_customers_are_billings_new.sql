with movements as (
    select month_start, count(*) as new_accounts
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'new'
    group by month_start
)

select summary.month_start, summary.new_customers, movements.new_accounts
from {{ ref('rpt_marketing_summary') }} as summary
left join movements on summary.month_start = movements.month_start
where abs(summary.new_customers - coalesce(movements.new_accounts, 0)) > 0.001
