{#
order_id: stg_orders.order_id passed
*: stg_orders.customer_id filter, stg_customers.customer_id filter, stg_customers.region filter, stg_customers.* filter
#}
select order_id
from {{ ref('stg_orders') }}
where customer_id in (select customer_id from {{ ref('stg_customers') }} where region = 'north')
