{#
region: stg_customers.region passed
year: stg_customers.signup_at transformed
*: stg_customers.region group, stg_customers.signup_at group
#}
select distinct region, extract(year from signup_at) as year
from {{ ref('stg_customers') }}
