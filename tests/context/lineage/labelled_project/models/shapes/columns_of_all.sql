{#
region: stg_budgets.region transformed
month: stg_budgets.month transformed
budget: stg_budgets.budget transformed
#}
select coalesce(columns(*), null) from {{ ref('stg_budgets') }}
