-- Recurring revenue for free exploration: one row an account, month and product line, with the account's and the
-- calendar's columns joined.
with mrr as (
    select * from {{ ref('fct_account_mrr_monthly') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
)

select
    mrr.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    accounts.country_code,
    accounts.industry,
    mrr.month_start,
    {{ fiscal_quarter('mrr.month_start') }} as fiscal_quarter,
    mrr.product_line,
    mrr.mrr_usd,
    mrr.arr_usd,
    mrr.seats,
    mrr.contracts
from mrr
inner join accounts
    on mrr.account_id = accounts.account_id
