{#
order_id: stg_orders.order_id passed
note: stg_orders.note passed
net: stg_orders.amount transformed, stg_orders.discount transformed
#}
select
    {{ pass_through(['order_id', 'note']) }},
    {{ net('o.amount', 'o.discount') }} as net
from {{ ref('stg_orders') }} o
