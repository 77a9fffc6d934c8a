-- Also catches an opportunity that one of our models has and another has not.
select
    attribution_model,
    opportunity_id,
    sum(weight) as weight
from {{ ref('int_growth_touch_weights') }}
group by attribution_model, opportunity_id
having abs(sum(weight) - 1) > 0
