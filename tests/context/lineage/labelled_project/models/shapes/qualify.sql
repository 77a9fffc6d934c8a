{#
customer_id: stg_orders.customer_id passed
amount: stg_orders.amount passed
*: stg_orders.customer_id filter, stg_orders.ordered_at filter
#}
select customer_id, amount
from {{ ref('stg_orders') }}
qualify row_number() over (partition by customer_id order by ordered_at desc) = 1
