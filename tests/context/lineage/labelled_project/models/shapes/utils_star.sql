{#
product_id: stg_items.product_id passed
quantity: stg_items.quantity passed
line_value: stg_items.line_value passed
#}
select {{ dbt_utils.star(from=ref('stg_items'), except=['order_id', 'price', 'tags']) }}
from {{ ref('stg_items') }}
