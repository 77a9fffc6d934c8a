{% snapshot snap_subscriptions %}

{{ config(
    unique_key='subscription_id',
    strategy='timestamp',
    updated_at='loaded_at'
) }}

-- The provider overwrites subscriptions. What was cancelled ahead of its period's end, and taken back, is only kept here.
select
    subscription_id,
    customer_id,
    status,
    current_period_ends_at,
    cancels_at_period_end,
    coupon_id,
    loaded_at
from {{ ref('stg_billing__subscriptions') }}

{% endsnapshot %}
