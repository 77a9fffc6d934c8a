-- Recurring revenue of accounts that count: Mooring's own and test accounts have subscriptions and licences, too.
with mrr as (
    select * from {{ ref('int_account_mrr_by_product') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
)

select
    mrr.account_id,
    mrr.month_start,
    mrr.product_line,
    accounts.segment,
    accounts.region,
    {{ money('mrr.mrr_usd') }} as mrr_usd,
    {{ annualise('mrr.mrr_usd') }} as arr_usd,
    mrr.seats,
    mrr.contracts
from mrr
inner join accounts
    on mrr.account_id = accounts.account_id
where accounts.is_reportable
