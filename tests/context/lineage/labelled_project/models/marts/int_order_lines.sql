{#
order_id: stg_items.order_id passed
product_id: stg_items.product_id passed
quantity: stg_items.quantity passed
unit_price: stg_items.price renamed
line_value: stg_items.line_value passed
discounted_value: stg_items.line_value transformed, stg_orders.discount transformed
first_tag: stg_items.tags transformed
tag_count: stg_items.tags transformed
customer_id: stg_orders.customer_id passed
status: stg_orders.status passed
ordered_at: stg_orders.ordered_at passed
ordered_on: stg_orders.ordered_at transformed
order_month: stg_orders.ordered_at transformed
order_amount: stg_orders.amount renamed
is_shipped: stg_orders.status transformed
product_name: stg_products.product_name passed
category: stg_products.category passed
color: stg_products.color passed
area: stg_products.width transformed, stg_products.height transformed
line_cost: stg_items.quantity transformed, stg_products.cost transformed
*: stg_items.order_id join, stg_orders.order_id join, stg_items.product_id join, stg_products.product_id join
#}
select
    i.order_id,
    i.product_id,
    i.quantity,
    i.price as unit_price,
    i.line_value,
    i.line_value * (100 - o.discount) / 100 as discounted_value,
    i.tags[1] as first_tag,
    len(i.tags) as tag_count,
    o.customer_id,
    o.status,
    o.ordered_at,
    cast(o.ordered_at as date) as ordered_on,
    {{ dbt.date_trunc('month', 'o.ordered_at') }} as order_month,
    o.amount as order_amount,
    o.status = 'shipped' as is_shipped,
    p.product_name,
    p.category,
    p.color,
    p.width * p.height as area,
    i.quantity * p.cost as line_cost
from {{ ref('stg_items') }} as i
inner join {{ ref('stg_orders') }} as o using (order_id)
inner join {{ ref('stg_products') }} as p on i.product_id = p.product_id
