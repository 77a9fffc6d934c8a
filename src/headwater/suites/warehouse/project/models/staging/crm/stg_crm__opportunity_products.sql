with deliveries as (

    {{ deduplicate(source('crm', 'opportunity_products'), 'id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as opportunity_product_id,
    {{ nullif_blank('opportunity_id') }} as opportunity_id,
    {{ nullif_blank('product_code') }} as product_code,
    quantity,
    {{ money('unit_price') }} as unit_price,
    cast(coalesce(discount_percent, 0) as decimal(9, 4)) as discount_percent,
    _loaded_at as loaded_at
from deliveries
