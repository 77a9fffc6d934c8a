{#
amount: stg_orders.amount passed
net_amount: stg_orders.net_amount passed
#}
select columns('amount$') from {{ ref('stg_orders') }}
