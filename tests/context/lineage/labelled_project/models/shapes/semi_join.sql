{#
customer_id: stg_customers.customer_id passed
*: stg_customers.customer_id join, stg_orders.customer_id join, stg_orders.* filter
#}
select c.customer_id
from {{ ref('stg_customers') }} c
semi join {{ ref('stg_orders') }} o on c.customer_id = o.customer_id
