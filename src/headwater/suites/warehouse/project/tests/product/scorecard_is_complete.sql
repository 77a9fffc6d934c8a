select
    fiscal_quarter,
    count(distinct metric) as metrics
from {{ ref('sem_product_scorecard') }}
where fiscal_quarter_start >= {{ history_start() }}
group by fiscal_quarter
having count(distinct metric) <> 10
