{{ config(meta={
    'symptom': 'Seats of running subscriptions are not those that the payment provider bills today.',
    'business': 'Customers are billed for other seats than we report.'
}) }}

select
    subscription_id,
    seats,
    billed_seats
from {{ ref('dim_subscriptions') }}
where status <> 'canceled'
    and seats <> billed_seats
