{#
everything: stg_budgets.region transformed, stg_budgets.month transformed, stg_budgets.budget transformed
#}
select b as everything
from {{ ref('stg_budgets') }} b
