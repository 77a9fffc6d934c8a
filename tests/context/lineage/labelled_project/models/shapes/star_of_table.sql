{#
order_id: stg_items.order_id passed
product_id: stg_items.product_id passed
quantity: stg_items.quantity passed
price: stg_items.price passed
tags: stg_items.tags passed
line_value: stg_items.line_value passed
customer_id: stg_orders.customer_id passed
*: stg_items.order_id join, stg_orders.order_id join
#}
select items.*, orders.customer_id
from {{ ref('stg_items') }} as items
join {{ ref('stg_orders') }} as orders on items.order_id = orders.order_id
