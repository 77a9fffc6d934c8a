with source as (
    select * from {{ source('raw_finance', 'gl_accounts') }}
)

select
    account_code,
    trim(name) as account_name,
    lower(statement) as statement,
    lower(category) as category,
    lower(normal_balance) as normal_balance,
    _loaded_at as loaded_at
from source
