with source as (
    select * from {{ source('billing', 'subscription_events') }}
),

-- webhooks are delivered at least once: the first copy of an event holds
first_deliveries as (
    {{ deduplicate('source', 'id', '_loaded_at, occurred_at') }}
)

select
    id as subscription_event_id,
    subscription_id,
    event_type,
    price_id,
    quantity,
    previous_price_id,
    previous_quantity,
    {{ epoch_to_timestamp('occurred_at') }} as occurred_at,
    _loaded_at as loaded_at
from first_deliveries
