{#
order_id: stg_items.order_id passed
product_name: stg_products.product_name passed
category: stg_products.category passed
customer_name: stg_customers.customer_name passed
region: stg_customers.region passed
quantity: stg_items.quantity passed
revenue: stg_items.line_value renamed
margin: stg_items.line_value transformed, stg_items.quantity transformed, stg_products.cost transformed
is_first: stg_orders.customer_id transformed, stg_orders.ordered_at transformed
*: stg_items.product_id join, stg_products.product_id join, stg_items.order_id join, stg_orders.order_id join, stg_orders.customer_id join, stg_customers.customer_id join
#}
with items as (select * from {{ ref('stg_items') }}),
products as (select * from {{ ref('stg_products') }}),
orders as (
    select *, row_number() over (partition by customer_id order by ordered_at) as n from {{ ref('stg_orders') }}
),
joined as (
    select
        items.*,
        products.* exclude (product_id),
        orders.customer_id,
        orders.n = 1 as is_first
    from items
    left join products on items.product_id = products.product_id
    left join orders on items.order_id = orders.order_id
)
select
    j.order_id,
    j.product_name,
    j.category,
    c.customer_name,
    c.region,
    j.quantity,
    j.line_value as revenue,
    j.line_value - j.quantity * j.cost as margin,
    j.is_first
from joined j
left join {{ ref('stg_customers') }} c on c.customer_id = j.customer_id
