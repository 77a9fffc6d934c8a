{#
region: stg_budgets.region passed
jan: stg_budgets.budget aggregated, stg_budgets.month transformed
feb: stg_budgets.budget aggregated, stg_budgets.month transformed
*: stg_budgets.region group, stg_budgets.month group
#}
select *
from {{ ref('stg_budgets') }}
pivot (sum(budget) for month in ('jan', 'feb'))
