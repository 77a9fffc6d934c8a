{#
customer_id: stg_customers.customer_id passed
*: stg_orders.customer_id filter, stg_orders.* filter, stg_customers.customer_id group
#}
select customer_id from {{ ref('stg_customers') }}
except
select customer_id from {{ ref('stg_orders') }}
