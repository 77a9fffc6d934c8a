{#
customer_name: stg_customers.customer_name passed
referrer_name: stg_customers.customer_name renamed
*: stg_customers.referrer_id join, stg_customers.customer_id join
#}
select c.customer_name, r.customer_name as referrer_name
from {{ ref('stg_customers') }} c
left join {{ ref('stg_customers') }} r on c.referrer_id = r.customer_id
