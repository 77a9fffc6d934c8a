{#
customer_id: stg_customers.customer_id passed
customer_name: stg_customers.customer_name passed
region: stg_customers.region passed
manager: regions.manager passed
lifetime_value: stg_orders.net_amount aggregated
orders: stg_orders.* aggregated
last_order_at: stg_orders.ordered_at aggregated
is_active: stg_orders.ordered_at aggregated
*: stg_orders.customer_id group, stg_customers.customer_id join, stg_orders.customer_id join, stg_customers.region join, regions.region join
#}
with history as (
    select
        customer_id,
        sum(net_amount) as lifetime_value,
        count(*) as orders,
        max(ordered_at) as last_order_at
    from {{ ref('stg_orders') }}
    group by customer_id
)
select
    c.customer_id,
    c.customer_name,
    c.region,
    r.manager,
    coalesce(h.lifetime_value, 0) as lifetime_value,
    coalesce(h.orders, 0) as orders,
    h.last_order_at,
    h.last_order_at > timestamp '2024-01-10' as is_active
from {{ ref('stg_customers') }} c
left join history h on h.customer_id = c.customer_id
left join {{ ref('regions') }} r on r.region = c.region
