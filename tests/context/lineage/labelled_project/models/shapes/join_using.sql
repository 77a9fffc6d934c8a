{#
customer_id: stg_orders.customer_id passed
order_id: stg_orders.order_id passed
region: stg_customers.region passed
*: stg_orders.customer_id join, stg_customers.customer_id join
#}
select customer_id, order_id, region
from {{ ref('stg_orders') }}
join {{ ref('stg_customers') }} using (customer_id)
