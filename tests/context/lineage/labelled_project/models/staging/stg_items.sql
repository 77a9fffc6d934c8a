{#
order_id: raw.items.order_id passed
product_id: raw.items.product_id passed
quantity: raw.items.quantity passed
price: raw.items.price passed
tags: raw.items.tags passed
line_value: raw.items.quantity transformed, raw.items.price transformed
#}
select *, quantity * price as line_value
from {{ source('raw', 'items') }}
