with payers as (
    select account_id, min(month_start) as first_month
    from {{ ref('fct_account_mrr_monthly') }}
    where mrr_usd > 0
    group by account_id
),

acquired as (
    select distinct account_id, acquired_month
    from {{ ref('fct_customer_acquisitions') }}
)

select payers.account_id, payers.first_month, acquired.account_id as acquired_account_id, acquired.acquired_month
from payers
full join acquired on payers.account_id = acquired.account_id
where payers.account_id is null
    or acquired.account_id is null
    or payers.first_month <> acquired.acquired_month
