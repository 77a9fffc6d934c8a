select
    territory_id,
    territory_name,
    sales_region,
    segment,
    sales_region || ' ' || segment as territory_group
from {{ ref('stg_crm__territories') }}
