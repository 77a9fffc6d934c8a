with source as (
    select * from {{ source('billing', 'prices') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, created desc') }}
),

renamed as (
    select
        id as price_id,
        product_id,
        {{ normalise_currency('currency') }} as currency,
        unit_amount as unit_amount_minor,
        billing_interval,
        {{ normalise_plan('plan_code') }} as plan_code,
        {{ is_true('active') }} as is_active,
        {{ epoch_to_timestamp('created') }} as created_at,
        _loaded_at as loaded_at
    from latest
)

select
    price_id,
    product_id,
    currency,
    {{ cents_to_currency('unit_amount_minor', 'currency') }} as unit_amount,
    billing_interval,
    plan_code,
    is_active,
    created_at,
    loaded_at
from renamed
