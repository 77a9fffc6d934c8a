{#
order id: stg_orders.order_id transformed
amount: stg_orders.amount passed
day: stg_orders.ordered_at transformed
#}
select
    order_id::varchar as "order id",
    amount as "Amount",
    try_cast(ordered_at as date) as day
from {{ ref('stg_orders') }}
