{{ config(meta={
    'symptom': "Every customer's health score is off by the same factor.",
    'business': "All our customers suddenly look unhealthy, or all of them healthy.",
}) }}
select sum(weight) as total
from {{ ref('health_score_weights') }}
having abs(sum(weight) - 1) > 0.000001
