{#
customer_id: stg_orders.customer_id passed
shipped_total: stg_orders.amount aggregated, stg_orders.status aggregated
share: stg_orders.amount aggregated, stg_orders.discount aggregated
*: stg_orders.customer_id group
#}
select
    customer_id,
    sum(amount) filter (where status = '{{ var("shipped_status") }}') as shipped_total,
    sum(discount) / sum(amount) as share
from {{ ref('stg_orders') }}
group by customer_id
