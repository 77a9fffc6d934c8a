{#
region: regions.region transformed, stg_budgets.region transformed
manager: regions.manager passed
target: regions.target passed
month: stg_budgets.month passed
budget: stg_budgets.budget passed
#}
{{ dbt_utils.union_relations([ref('regions'), ref('stg_budgets')], source_column_name=none, column_override={'region': 'varchar'}) }}
