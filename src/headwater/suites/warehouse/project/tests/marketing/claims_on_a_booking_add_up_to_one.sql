select opportunity_id, attribution_model, sum(weight) as weight
from {{ ref('fct_attributed_bookings') }}
group by opportunity_id, attribution_model
having sum(weight) <> 1
