{#
order_id: raw.orders.id renamed
customer_id: raw.orders.customer_id passed
status: raw.orders.status passed
amount: raw.orders.amount passed
discount: raw.orders.discount transformed
net_amount: raw.orders.amount transformed, raw.orders.discount transformed
ordered_at: raw.orders.ordered_at passed
note: raw.orders.note passed
#}
select
    id as order_id,
    customer_id,
    status,
    amount,
    coalesce(discount, 0) as discount,
    {{ net('amount', 'discount') }} as net_amount,
    ordered_at,
    note
from {{ source('raw', 'orders') }}
