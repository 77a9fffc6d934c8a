{#
order_id: stg_orders.order_id passed
customer_id: stg_orders.customer_id passed
amount: stg_orders.amount passed
discount: stg_orders.discount passed
net_amount: stg_orders.net_amount passed
ordered_at: stg_orders.ordered_at passed
#}
select * exclude (note, status) from {{ ref('stg_orders') }}
