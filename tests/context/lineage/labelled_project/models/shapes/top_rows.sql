{#
order_id: stg_orders.order_id passed
amount: stg_orders.amount passed
*: stg_orders.amount filter
#}
select order_id, amount
from {{ ref('stg_orders') }}
order by amount desc
limit 5
