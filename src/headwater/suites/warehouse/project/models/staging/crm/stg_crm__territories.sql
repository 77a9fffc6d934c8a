with deliveries as (

    {{ deduplicate(source('crm', 'territories'), 'id', '_loaded_at desc') }}

)

select
    {{ nullif_blank('id') }} as territory_id,
    {{ nullif_blank('name') }} as territory_name,
    upper({{ nullif_blank('region') }}) as sales_region,
    {{ nullif_blank('segment') }} as segment,
    _loaded_at as loaded_at
from deliveries
