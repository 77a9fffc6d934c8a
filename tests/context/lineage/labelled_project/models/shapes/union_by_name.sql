{#
region: regions.region passed, stg_budgets.region passed
manager: regions.manager passed
budget: stg_budgets.budget passed
#}
select region, manager from {{ ref('regions') }}
union all by name
select budget, region from {{ ref('stg_budgets') }}
