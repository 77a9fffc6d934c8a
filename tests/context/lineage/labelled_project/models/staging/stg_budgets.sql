{#
region: raw.budgets.region passed
month:
budget: raw.budgets.jan transformed, raw.budgets.feb transformed, raw.budgets.mar transformed
*: raw.budgets.jan filter, raw.budgets.feb filter, raw.budgets.mar filter
#}
select region, month, budget
from {{ source('raw', 'budgets') }}
unpivot (budget for month in (jan, feb, mar))
