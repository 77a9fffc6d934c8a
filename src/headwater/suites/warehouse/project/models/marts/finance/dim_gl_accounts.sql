select
    account_code,
    account_name,
    statement,
    category,
    normal_balance,
    statement = 'income' as is_profit_and_loss
from {{ ref('stg_finance__gl_accounts') }}
