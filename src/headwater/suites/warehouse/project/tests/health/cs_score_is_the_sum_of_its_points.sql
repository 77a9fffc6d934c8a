select
    points.account_id,
    points.month_start,
    points.total,
    scores.score
from (
    select account_id, month_start, sum(points) as total
    from {{ ref('fct_cs_health_components') }}
    group by account_id, month_start
) as points
inner join {{ ref('fct_cs_health_scores') }} as scores
    on points.account_id = scores.account_id
    and points.month_start = scores.month_start
where abs(points.total - scores.score) > 0.01
