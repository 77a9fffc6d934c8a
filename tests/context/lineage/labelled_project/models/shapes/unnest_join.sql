{#
product_id: stg_items.product_id passed
tag: stg_items.tags transformed
*: stg_items.tags filter
#}
select i.product_id, t.tag
from {{ ref('stg_items') }} i, unnest(i.tags) as t(tag)
