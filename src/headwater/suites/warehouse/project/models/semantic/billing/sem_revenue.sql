-- Recognised revenue for free exploration. Accounts that do not count are left out here; the ledger has them.
with revenue as (
    select * from {{ ref('reg_revenue') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
    where is_reportable
)

select
    revenue.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    accounts.country_code,
    accounts.industry,
    revenue.month_start,
    {{ fiscal_quarter('revenue.month_start') }} as fiscal_quarter,
    revenue.product_line,
    revenue.gross_revenue_usd,
    revenue.credited_usd,
    revenue.refunded_usd,
    revenue.recognized_revenue_usd
from revenue
inner join accounts
    on revenue.account_id = accounts.account_id
