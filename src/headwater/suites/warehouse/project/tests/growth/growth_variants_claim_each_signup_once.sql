select
    variant,
    user_id,
    sum(weight) as weight
from {{ ref('fct_growth_signup_attribution') }}
group by variant, user_id
having abs(sum(weight) - 1) > 0.000001
