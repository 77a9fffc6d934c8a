{#
order_id: stg_orders.order_id passed
status: stg_orders.status passed
amount: stg_orders.amount passed
customer_id: stg_orders.customer_id passed
valid_from: stg_orders.ordered_at renamed
valid_to: stg_orders.ordered_at transformed, stg_orders.customer_id transformed
amount_so_far: stg_orders.amount aggregated, stg_orders.customer_id transformed, stg_orders.ordered_at transformed
moving_average: stg_orders.amount aggregated, stg_orders.customer_id transformed, stg_orders.ordered_at transformed
first_amount: stg_orders.amount transformed, stg_orders.customer_id transformed, stg_orders.ordered_at transformed
quartile: stg_orders.amount transformed
is_current: stg_orders.ordered_at transformed, stg_orders.customer_id transformed
row_hash: stg_orders.order_id transformed, stg_orders.status transformed, stg_orders.amount transformed
#}
with numbered as (
    select
        order_id,
        status,
        amount,
        customer_id,
        ordered_at as valid_from,
        lead(ordered_at) over history as valid_to,
        sum(amount) over (partition by customer_id order by ordered_at rows unbounded preceding) as amount_so_far,
        avg(amount) over (partition by customer_id order by ordered_at rows between 2 preceding and current row) as moving_average,
        first_value(amount) over history as first_amount,
        ntile(4) over (order by amount) as quartile
    from {{ ref('stg_orders') }}
    window history as (partition by customer_id order by ordered_at)
)
select
    *,
    valid_to is null as is_current,
    md5(concat_ws('|', order_id, status, amount)) as row_hash
from numbered
