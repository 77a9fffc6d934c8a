-- Where each customer is in its life: onboarding, established, leaving. One row for each account that ever paid and month.
with months as (
    select * from {{ ref('int_account_months') }}
),

health as (
    select * from {{ ref('fct_account_health_monthly') }}
),

movements as (
    select
        account_id,
        month_start,
        sum(mrr_change_usd) as mrr_change_usd,
        max(case when movement_type = 'churn' then 1 else 0 end) as has_churn,
        max(case when movement_type = 'reactivation' then 1 else 0 end) as has_reactivation
    from {{ ref('fct_mrr_movements') }}
    group by account_id, month_start
)

select
    months.account_id,
    months.month_start,
    months.segment,
    months.mrr_usd,
    months.months_since_first_paid,
    health.score as health_score,
    health.health_band,
    coalesce(movements.mrr_change_usd, 0) as mrr_change_usd,
    coalesce(movements.has_churn, 0) = 1 as has_churn,
    coalesce(movements.has_reactivation, 0) = 1 as has_reactivation,
    case
        when not months.is_paying then 'former'
        when coalesce(movements.has_reactivation, 0) = 1 then 'returned'
        when months.months_since_first_paid < 3 then 'onboarding'
        when health.health_band = 'at_risk' then 'endangered'
        else 'established'
    end as lifecycle_stage
from months
inner join health
    on months.account_id = health.account_id
    and months.month_start = health.month_start
left join movements
    on months.account_id = movements.account_id
    and months.month_start = movements.month_start
