{{ config(meta={
    'symptom': "The shares that touches claim of a sign-up add up to more or less than one.",
    'business': "Sign-ups by channel are more than sign-ups.",
}) }}

select user_id, attribution_model, sum(weight) as weight
from {{ ref('fct_attributed_signups') }}
group by user_id, attribution_model
having sum(weight) <> 1
