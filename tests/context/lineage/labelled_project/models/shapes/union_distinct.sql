{#
region: stg_customers.region passed, stg_budgets.region passed
*: stg_customers.region group, stg_budgets.region group
#}
select region from {{ ref('stg_customers') }}
union
select region from {{ ref('stg_budgets') }}
