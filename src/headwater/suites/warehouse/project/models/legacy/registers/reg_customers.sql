-- Register of customers: the mart's columns, in its order. (docs/legacy/registers.md)
select
    account_id,
    account_name,
    segment,
    region,
    industry,
    first_paid_month,
    latest_month,
    lifecycle_stage,
    health_score,
    health_band,
    current_mrr_usd,
    peak_mrr_usd,
    churns,
    reactivations
from {{ ref('dim_customers') }}
