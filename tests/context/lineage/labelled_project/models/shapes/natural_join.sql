{#
order_id: stg_orders.order_id passed
quantity: stg_items.quantity passed
*: stg_orders.order_id join, stg_items.order_id join
#}
select order_id, quantity
from (select order_id from {{ ref('stg_orders') }})
natural join (select order_id, quantity from {{ ref('stg_items') }})
