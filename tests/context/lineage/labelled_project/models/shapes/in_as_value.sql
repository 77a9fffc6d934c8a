{#
order_id: stg_orders.order_id passed
known: stg_orders.customer_id transformed, stg_customers.customer_id transformed
#}
select order_id, customer_id in (select customer_id from {{ ref('stg_customers') }}) as known
from {{ ref('stg_orders') }}
