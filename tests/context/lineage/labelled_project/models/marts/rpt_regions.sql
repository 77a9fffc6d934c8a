{#
region: fct_sales.region passed
revenue: fct_sales.revenue aggregated
margin_rate: fct_sales.margin aggregated, fct_sales.revenue aggregated
customers: dim_customers.customer_id aggregated
target_reached: fct_sales.revenue aggregated, regions.target transformed
*: fct_sales.region group, dim_customers.region group, fct_sales.region join, dim_customers.region join, regions.region join, fct_sales.region filter
#}
with sales as (
    select region, sum(revenue) as revenue, sum(margin) as margin
    from {{ ref('fct_sales') }}
    where region is not null
    group by region
),
people as (
    select region, count(customer_id) as customers from {{ ref('dim_customers') }} group by region
)
select
    sales.region,
    sales.revenue,
    sales.margin / sales.revenue as margin_rate,
    people.customers,
    sales.revenue >= r.target as target_reached
from sales
left join people on people.region = sales.region
left join {{ ref('regions') }} as r on r.region = sales.region
