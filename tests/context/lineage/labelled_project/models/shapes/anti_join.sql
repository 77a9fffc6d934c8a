{#
product_name: stg_products.product_name passed
*: stg_products.product_id join, stg_items.product_id join, stg_items.* filter
#}
select product_name
from {{ ref('stg_products') }} p
anti join {{ ref('stg_items') }} i on p.product_id = i.product_id
