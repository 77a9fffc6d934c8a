{#
product_id: raw.products.id renamed
product_name: raw.products.name renamed
category: raw.products.category passed
cost: raw.products.cost passed
color: raw.products.attributes transformed
width: raw.products.attributes transformed
height: raw.products.attributes transformed
#}
select
    id as product_id,
    name as product_name,
    category,
    cost,
    attributes.color as color,
    p.attributes.size.w as width,
    p.attributes['size']['h'] as height
from {{ source('raw', 'products') }} as p
