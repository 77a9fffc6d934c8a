-- Paying customers whose colour is red at the end of the data, dearest first, with what weighs on them and when their
-- contract is due.
with health as (
    select *
    from {{ ref('fct_account_health_monthly') }}
    where month_start = {{ month_start(as_of()) }}
        and health_band = 'at_risk'
        and is_paying
),

renewals as (
    select
        account_id,
        min(due_on) as next_renewal_on
    from {{ ref('fct_renewals') }}
    where due_on > {{ as_of() }}
    group by account_id
)

select
    health.account_id,
    customers.account_name,
    health.segment,
    health.mrr_usd,
    health.score,
    health.score_change,
    case least(health.adoption_score, health.trend_score, health.sentiment_score, health.payment_score, health.support_score)
        when health.adoption_score then 'adoption'
        when health.trend_score then 'trend'
        when health.sentiment_score then 'sentiment'
        when health.payment_score then 'payment'
        else 'support'
    end as weakest_component,
    renewals.next_renewal_on,
    {{ date_diff_days(as_of(), 'renewals.next_renewal_on') }} as days_to_renewal
from health
inner join {{ ref('reg_customers') }} as customers on health.account_id = customers.account_id
left join renewals on health.account_id = renewals.account_id
