{#
name: struct_made.product transformed
margin: struct_made.product transformed
#}
select product.name as name, 100 - s.product.cost as margin
from {{ ref('struct_made') }} s
