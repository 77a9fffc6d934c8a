{{ config(meta={
    'symptom': "The shares that touches claim of a booking add up to more or less than the booking.",
    'business': "Marketing-sourced bookings exceed all bookings.",
}) }}

select opportunity_id, attribution_model, sum(weight) as weight
from {{ ref('fct_attributed_bookings') }}
group by opportunity_id, attribution_model
having sum(weight) <> 1
