select
    subscription_id,
    seats,
    billed_seats
from {{ ref('dim_subscriptions') }}
where status <> 'canceled'
    and seats <> billed_seats
