select user_id, attribution_model, sum(weight) as weight
from {{ ref('fct_attributed_signups') }}
group by user_id, attribution_model
having sum(weight) <> 1
