{#
customer_name: stg_customers.customer_name passed
spent: stg_orders.net_amount aggregated, stg_orders.customer_id filter, stg_customers.customer_id filter
#}
select
    customer_name,
    (select sum(o.net_amount) from {{ ref('stg_orders') }} o where o.customer_id = c.customer_id) as spent
from {{ ref('stg_customers') }} c
