with source as (
    select * from {{ source('raw_finance', 'budgets') }}
)

select
    fiscal_year,
    lower(version) as budget_version,
    period as fiscal_period,
    account_code,
    cost_center,
    {{ money('amount') }} as budget_usd,
    _loaded_at as loaded_at
from source
