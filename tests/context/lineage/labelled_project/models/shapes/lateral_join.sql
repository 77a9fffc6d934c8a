{#
customer_id: stg_customers.customer_id passed
last_amount: stg_orders.amount renamed
*: stg_orders.customer_id filter, stg_customers.customer_id filter, stg_orders.ordered_at filter
#}
select c.customer_id, l.last_amount
from {{ ref('stg_customers') }} c,
lateral (
    select o.amount as last_amount
    from {{ ref('stg_orders') }} o
    where o.customer_id = c.customer_id
    order by o.ordered_at desc
    limit 1
) l
