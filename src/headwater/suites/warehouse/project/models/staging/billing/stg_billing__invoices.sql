with source as (
    select * from {{ source('billing', 'invoices') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, amount_paid desc') }}
),

typed as (
    select
        *,
        {{ normalise_currency('currency') }} as currency_code
    from latest
)

select
    id as invoice_id,
    customer_id,
    {{ nullif_blank('subscription_id') }} as subscription_id,
    {{ nullif_blank('license_id') }} as license_id,
    number as invoice_number,
    status,
    currency_code as currency,
    {{ cents_to_currency('subtotal', 'currency_code') }} as subtotal,
    {{ cents_to_currency('coalesce(tax, 0)', 'currency_code') }} as tax,
    {{ cents_to_currency('total', 'currency_code') }} as total,
    {{ cents_to_currency('coalesce(amount_paid, 0)', 'currency_code') }} as amount_paid,
    {{ epoch_to_timestamp('created') }} as created_at,
    {{ epoch_to_timestamp('finalized_at') }} as finalized_at,
    {{ epoch_to_timestamp('due_at') }} as due_at,
    {{ epoch_to_timestamp('paid_at') }} as paid_at,
    {{ epoch_to_timestamp('voided_at') }} as voided_at,
    _loaded_at as loaded_at
from typed
