{#
color: dim_products.color passed
products: dim_products.* aggregated
units: dim_products.units aggregated
revenue: dim_products.revenue aggregated
best_product: dim_products.product_name aggregated, dim_products.revenue aggregated
cheapest: dim_products.cost aggregated
*: dim_products.color group, dim_products.lines filter
#}
select
    color,
    count(*) as products,
    sum(units) as units,
    sum(revenue) as revenue,
    arg_max(product_name, revenue) as best_product,
    min(cost) as cheapest
from {{ ref('dim_products') }}
where lines is not null
group by color
