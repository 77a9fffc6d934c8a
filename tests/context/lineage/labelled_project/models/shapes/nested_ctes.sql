{#
region: stg_customers.region passed
revenue: stg_orders.net_amount aggregated
*: stg_orders.status filter, stg_customers.customer_id join, stg_orders.customer_id join, stg_customers.region group
#}
with orders as (
    with shipped as (
        select * from {{ ref('stg_orders') }} where status = 'shipped'
    )
    select customer_id, net_amount as value from shipped
),
customers as (select customer_id, region from {{ ref('stg_customers') }})
select customers.region, sum(orders.value) as revenue
from customers left join orders using (customer_id)
group by customers.region
