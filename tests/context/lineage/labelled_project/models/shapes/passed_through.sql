{#
order_id: stg_orders.order_id passed
amount: stg_orders.amount passed
#}
select order_id, amount from {{ ref('stg_orders') }}
