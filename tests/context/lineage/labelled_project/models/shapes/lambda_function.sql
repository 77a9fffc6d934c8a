{#
order_id: stg_items.order_id passed
loud_tags: stg_items.tags transformed, stg_items.quantity transformed
#}
select order_id, list_transform(tags, lambda tag: upper(tag) || quantity) as loud_tags
from {{ ref('stg_items') }}
