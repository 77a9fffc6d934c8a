{#
product: stg_products.product_name transformed, stg_products.cost transformed
#}
select {'name': product_name, 'cost': cost} as product
from {{ ref('stg_products') }}
