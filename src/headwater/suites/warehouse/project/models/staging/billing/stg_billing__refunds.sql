with source as (
    select * from {{ source('billing', 'refunds') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, created desc') }}
),

typed as (
    select
        *,
        {{ normalise_currency('currency') }} as currency_code
    from latest
)

select
    id as refund_id,
    charge_id,
    currency_code as currency,
    {{ cents_to_currency('amount', 'currency_code') }} as amount,
    reason,
    status,
    {{ epoch_to_timestamp('created') }} as created_at,
    _loaded_at as loaded_at
from typed
