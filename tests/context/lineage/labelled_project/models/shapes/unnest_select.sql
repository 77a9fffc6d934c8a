{#
order_id: stg_items.order_id passed
tag: stg_items.tags transformed
*: stg_items.tags filter
#}
select order_id, unnest(tags) as tag
from {{ ref('stg_items') }}
