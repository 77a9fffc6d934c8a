with source as (
    select * from {{ source('billing', 'subscription_items') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, created desc') }}
)

select
    id as subscription_item_id,
    subscription_id,
    price_id,
    quantity,
    {{ epoch_to_timestamp('created') }} as added_at,
    {{ epoch_to_timestamp('removed_at') }} as removed_at,
    _loaded_at as loaded_at
from latest
