with source as (
    select * from {{ source('billing', 'disputes') }}
),

-- a dispute comes again whenever its status changes
latest as (
    {{ deduplicate('source', 'id', "_loaded_at desc, case status when 'under_review' then 1 else 0 end") }}
),

typed as (
    select
        *,
        {{ normalise_currency('currency') }} as currency_code
    from latest
)

select
    id as dispute_id,
    charge_id,
    currency_code as currency,
    {{ cents_to_currency('amount', 'currency_code') }} as amount,
    status,
    {{ epoch_to_timestamp('created') }} as created_at,
    _loaded_at as loaded_at
from typed
