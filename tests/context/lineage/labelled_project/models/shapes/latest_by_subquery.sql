{#
order_id: stg_orders.order_id passed
note: stg_orders.note passed
*: stg_orders.customer_id filter, stg_orders.ordered_at filter
#}
select order_id, note
from (
    select *, row_number() over (partition by customer_id order by ordered_at desc) as rn
    from {{ ref('stg_orders') }}
)
where rn = 1
