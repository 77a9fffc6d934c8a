{#
order_id: stg_orders.order_id passed
running_total: stg_orders.amount aggregated, stg_orders.customer_id transformed, stg_orders.ordered_at transformed
order_number: stg_orders.customer_id transformed, stg_orders.ordered_at transformed
previous_amount: stg_orders.amount transformed, stg_orders.customer_id transformed, stg_orders.ordered_at transformed
share_of_all: stg_orders.amount transformed, stg_orders.amount aggregated
#}
select
    order_id,
    sum(amount) over (partition by customer_id order by ordered_at) as running_total,
    row_number() over (partition by customer_id order by ordered_at) as order_number,
    lag(amount) over w as previous_amount,
    amount / sum(amount) over () as share_of_all
from {{ ref('stg_orders') }}
window w as (partition by customer_id order by ordered_at)
