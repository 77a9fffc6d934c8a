with source as (
    select * from {{ source('billing', 'subscriptions') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, current_period_end desc') }}
)

select
    id as subscription_id,
    customer_id,
    {{ nullif_blank('workspace_id') }} as workspace_id,
    status,
    {{ epoch_to_timestamp('started_at') }} as started_at,
    {{ epoch_to_timestamp('trial_end') }} as trial_ends_at,
    {{ epoch_to_timestamp('current_period_start') }} as current_period_starts_at,
    {{ epoch_to_timestamp('current_period_end') }} as current_period_ends_at,
    {{ is_true('cancel_at_period_end') }} as cancels_at_period_end,
    {{ epoch_to_timestamp('canceled_at') }} as canceled_at,
    {{ epoch_to_timestamp('ended_at') }} as ended_at,
    {{ nullif_blank('discount_coupon_id') }} as coupon_id,
    _loaded_at as loaded_at
from latest
