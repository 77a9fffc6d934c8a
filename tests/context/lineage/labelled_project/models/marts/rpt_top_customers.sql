{#
customer_name: dim_customers.customer_name passed
value: dim_customers.lifetime_value renamed
place: dim_customers.lifetime_value transformed
*: dim_customers.is_active filter, dim_customers.lifetime_value filter
#}
select customer_name, lifetime_value as value, rank() over (order by lifetime_value desc) as place
from {{ ref('dim_customers') }}
where is_active
qualify place <= 3
