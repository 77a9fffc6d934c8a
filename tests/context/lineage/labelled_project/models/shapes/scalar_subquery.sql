{#
customer_id: stg_customers.customer_id passed
highest: stg_orders.amount aggregated
#}
select customer_id, (select max(amount) from {{ ref('stg_orders') }}) as highest
from {{ ref('stg_customers') }}
