{#
id: stg_items.order_id renamed
product_id: stg_items.product_id passed
quantity: stg_items.quantity passed
unit_price: stg_items.price renamed
tags: stg_items.tags passed
line_value: stg_items.line_value passed
#}
select * rename (order_id as id, price as unit_price) from {{ ref('stg_items') }}
