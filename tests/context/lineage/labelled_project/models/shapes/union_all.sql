{#
id: stg_customers.customer_id renamed, stg_products.product_id renamed
label: stg_customers.customer_name renamed, stg_products.product_name transformed
origin:
#}
select customer_id as id, customer_name as label, 'customer' as origin from {{ ref('stg_customers') }}
union all
select product_id, upper(product_name), 'product' from {{ ref('stg_products') }}
