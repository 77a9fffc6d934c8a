{#
order_id: stg_orders.order_id passed
customer_name: stg_customers.customer_name passed
domain: stg_customers.email transformed
*: stg_orders.customer_id join, stg_customers.customer_id join
#}
select
    o.order_id,
    c.customer_name,
    split_part(c.email, '@', 2) as domain
from {{ ref('stg_orders') }} as o
inner join {{ ref('stg_customers') }} as c
    on o.customer_id = c.customer_id
