{#
line_key: stg_items.order_id transformed, stg_items.product_id transformed
#}
select {{ dbt_utils.generate_surrogate_key(['order_id', 'product_id']) }} as line_key
from {{ ref('stg_items') }}
