{#
product_id: stg_products.product_id passed
product_name: stg_products.product_name transformed
category: stg_products.category passed
cost: stg_products.cost transformed, stg_products.width transformed
color: stg_products.color passed
width: stg_products.width passed
height: stg_products.height passed
#}
select * replace (upper(product_name) as product_name, cost * width as cost) from {{ ref('stg_products') }}
