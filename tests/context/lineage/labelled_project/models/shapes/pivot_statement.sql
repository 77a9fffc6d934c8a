{#
customer_id: stg_orders.customer_id passed
shipped: stg_orders.amount aggregated, stg_orders.status transformed
returned: stg_orders.amount aggregated, stg_orders.status transformed
*: stg_orders.customer_id group, stg_orders.status group
#}
with pivoted as (
    pivot {{ ref('stg_orders') }} on status in ('shipped', 'returned') using sum(amount) group by customer_id
)
select * from pivoted
