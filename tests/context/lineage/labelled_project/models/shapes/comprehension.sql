{#
loud_tags: stg_items.tags transformed
#}
select [upper(tag) for tag in tags if tag <> 'x'] as loud_tags
from {{ ref('stg_items') }}
