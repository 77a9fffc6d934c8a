with source as (
    select * from {{ source('billing', 'products') }}
),

latest as (
    {{ deduplicate('source', 'id', '_loaded_at desc, created desc') }}
)

select
    id as product_id,
    {{ nullif_blank('name') }} as product_name,
    product_line,
    {{ is_true('active') }} as is_active,
    {{ epoch_to_timestamp('created') }} as created_at,
    _loaded_at as loaded_at
from latest
