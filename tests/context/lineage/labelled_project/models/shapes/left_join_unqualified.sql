{#
customer_name: stg_customers.customer_name passed
net_amount: stg_orders.net_amount passed
has_order: stg_orders.order_id transformed
*: stg_customers.customer_id join, stg_orders.customer_id join, stg_orders.status join
#}
select
    customer_name,
    net_amount,
    order_id is not null as has_order
from {{ ref('stg_customers') }} as c
left join {{ ref('stg_orders') }} as o
    on c.customer_id = o.customer_id and status <> 'returned'
