{#
order_id: stg_items.order_id passed
expensive: stg_items.price aggregated, stg_items.quantity aggregated
tags: stg_items.tags aggregated
*: stg_items.order_id group
#}
select
    order_id,
    sum(case when price > 10 then quantity else 0 end) as expensive,
    list(tags) as tags
from {{ ref('stg_items') }}
group by order_id
