{{ config(meta={
    'symptom': "The shares that touches claim of a deal add up to more or less than the deal.",
    'business': "Channels together claim more pipeline than we have.",
}) }}

select opportunity_id, attribution_model, sum(weight) as weight
from {{ ref('fct_attributed_opportunities') }}
group by opportunity_id, attribution_model
having sum(weight) <> 1
