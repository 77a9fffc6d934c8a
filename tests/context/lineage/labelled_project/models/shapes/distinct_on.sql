{#
customer_id: stg_orders.customer_id passed
amount: stg_orders.amount passed
*: stg_orders.customer_id group, stg_orders.customer_id filter, stg_orders.ordered_at filter
#}
select distinct on (customer_id) customer_id, amount
from {{ ref('stg_orders') }}
order by customer_id, ordered_at desc
