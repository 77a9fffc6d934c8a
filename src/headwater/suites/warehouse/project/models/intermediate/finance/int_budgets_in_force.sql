-- The reforecast replaces the original plan for the periods that it has, and only for those.
with budgets as (
    select * from {{ ref('stg_finance__budgets') }}
),

preferred as (
    {{ deduplicate(
        'budgets',
        'fiscal_period, account_code, cost_center',
        "case budget_version when 'reforecast' then 1 else 2 end, loaded_at desc"
    ) }}
)

select
    fiscal_year,
    fiscal_period,
    {{ period_start('fiscal_period') }} as month_start,
    account_code,
    cost_center,
    budget_version,
    budget_usd
from preferred
