{#
region: stg_customers.region passed
customers: stg_customers.customer_id aggregated
first_seen: stg_customers.signup_at aggregated
*: stg_customers.region group
#}
select region, count(distinct customer_id) as customers, min(signup_at) as first_seen
from {{ ref('stg_customers') }}
group by all
