{#
customer_id: stg_orders.customer_id passed
status: stg_orders.status passed
total: stg_orders.amount aggregated
*: stg_orders.customer_id group, stg_orders.status group
#}
select customer_id, status, sum(amount) as total
from {{ ref('stg_orders') }}
group by grouping sets ((customer_id), (status), ())
