with source as (
    select * from {{ source('billing', 'credit_notes') }}
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
    id as credit_note_id,
    invoice_id,
    currency_code as currency,
    {{ cents_to_currency('amount', 'currency_code') }} as amount,
    reason,
    {{ epoch_to_timestamp('created') }} as created_at,
    {{ epoch_to_timestamp('voided_at') }} as voided_at,
    _loaded_at as loaded_at
from typed
