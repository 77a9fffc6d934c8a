select
    health.month_start,
    health.account_id,
    customers.account_name,
    health.segment,
    customers.region,
    health.health_band,
    health.score,
    health.score_change,
    health.mrr_usd,
    lifecycle.lifecycle_stage
from {{ ref('fct_account_health_monthly') }} as health
inner join {{ ref('fct_customer_lifecycle_monthly') }} as lifecycle
    on health.account_id = lifecycle.account_id
    and health.month_start = lifecycle.month_start
inner join {{ ref('reg_customers') }} as customers on health.account_id = customers.account_id
