-- Accounts that ever paid, as the customer team sees them today: the last month of their life so far.
with lifecycle as (
    select * from {{ ref('fct_customer_lifecycle_monthly') }}
),

latest as (
    {{ deduplicate('lifecycle', 'account_id', 'month_start desc') }}
),

summed as (
    select
        account_id,
        min(month_start) as first_paid_month,
        max(mrr_usd) as peak_mrr_usd,
        {{ count_where('has_churn') }} as churns,
        {{ count_where('has_reactivation') }} as reactivations
    from lifecycle
    group by account_id
)

select
    latest.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    accounts.industry,
    summed.first_paid_month,
    latest.month_start as latest_month,
    latest.lifecycle_stage,
    latest.health_score,
    latest.health_band,
    latest.mrr_usd as current_mrr_usd,
    summed.peak_mrr_usd,
    summed.churns,
    summed.reactivations
from latest
inner join summed on latest.account_id = summed.account_id
inner join {{ ref('dim_accounts') }} as accounts on latest.account_id = accounts.account_id
