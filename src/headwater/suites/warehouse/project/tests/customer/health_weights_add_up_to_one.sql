select sum(weight) as total
from {{ ref('health_score_weights') }}
having abs(sum(weight) - 1) > 0.000001
