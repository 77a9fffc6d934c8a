{#
product_name: stg_products.product_name passed
*: stg_items.product_id filter, stg_products.product_id filter, stg_items.quantity filter, stg_items.* filter
#}
select product_name
from {{ ref('stg_products') }} p
where exists (select 1 from {{ ref('stg_items') }} i where i.product_id = p.product_id and i.quantity > 2)
