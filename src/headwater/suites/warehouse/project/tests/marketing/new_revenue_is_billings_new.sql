with movements as (
    select month_start, sum(mrr_change_usd) as new_mrr_usd
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'new'
    group by month_start
)

select summary.month_start, summary.new_mrr_usd, movements.new_mrr_usd as movement_usd
from {{ ref('rpt_marketing_summary') }} as summary
left join movements on summary.month_start = movements.month_start
where abs(summary.new_mrr_usd - coalesce(movements.new_mrr_usd, 0)) > 0.1
