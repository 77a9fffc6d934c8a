with source as (
    select * from {{ source('billing', 'invoice_lines') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, period_end desc') }}
)

-- A line has no currency of its own: its amount stays in the minor unit until it meets its invoice in
-- int_invoice_lines_enriched.
select
    id as invoice_line_id,
    invoice_id,
    price_id,
    {{ nullif_blank('description') }} as description,
    quantity,
    amount as amount_minor,
    {{ to_date(epoch_to_timestamp('period_start')) }} as service_starts_on,
    {{ to_date(epoch_to_timestamp('period_end')) }} as service_ends_on,
    {{ is_true('proration') }} as is_proration,
    _loaded_at as loaded_at
from latest
