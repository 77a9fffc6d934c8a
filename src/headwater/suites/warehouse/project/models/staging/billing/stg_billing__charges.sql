with source as (
    select * from {{ source('billing', 'charges') }}
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
    id as charge_id,
    invoice_id,
    customer_id,
    currency_code as currency,
    {{ cents_to_currency('amount', 'currency_code') }} as amount,
    status,
    {{ nullif_blank('failure_code') }} as failure_code,
    method as payment_method,
    -- the provider keeps its fee in dollars, whatever the charge's currency
    {{ cents_to_currency('coalesce(fee, 0)', "'USD'") }} as fee_usd,
    {{ epoch_to_timestamp('created') }} as created_at,
    _loaded_at as loaded_at
from typed
