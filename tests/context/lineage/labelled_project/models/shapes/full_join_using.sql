{#
region: stg_budgets.region transformed, regions.region transformed
budget: stg_budgets.budget passed
manager: regions.manager passed
*: stg_budgets.region join, regions.region join
#}
select region, budget, manager
from {{ ref('stg_budgets') }}
full join {{ ref('regions') }} using (region)
