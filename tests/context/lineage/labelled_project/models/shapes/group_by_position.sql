{#
customer_id: stg_orders.customer_id passed
order_month: stg_orders.ordered_at transformed
total: stg_orders.amount aggregated
orders: stg_orders.* aggregated
*: stg_orders.customer_id group, stg_orders.ordered_at group
#}
select
    customer_id,
    date_trunc('month', ordered_at) as order_month,
    sum(amount) as total,
    count(*) as orders
from {{ ref('stg_orders') }}
group by 1, 2
