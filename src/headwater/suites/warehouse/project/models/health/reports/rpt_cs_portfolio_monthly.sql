-- A success manager's book in the running month: customers, revenue, colours, flags, renewals ahead.
with scores as (
    select *
    from {{ ref('fct_cs_health_scores') }}
    where month_start = {{ month_start(as_of()) }}
        and is_paying
),

raised as (
    select account_id, count(*) as flags_up
    from {{ ref('fct_cs_risk_flags') }}
    where is_up
    group by account_id
),

clock as (
    select account_id, days_to_due, next_annual_value_usd
    from {{ ref('int_cs_contract_clock') }}
    where month_start = {{ month_start(as_of()) }}
),

escalations as (
    select account_id, count(*) as escalations_90d
    from {{ ref('fct_cs_escalations') }}
    where created_on > {{ to_date(date_add_days(as_of(), -90)) }}
        and account_id is not null
    group by account_id
)

select
    portfolio.portfolio,
    count(*) as customers,
    sum(scores.mrr_usd) as mrr_usd,
    {{ count_where("scores.band = 'red'") }} as red_customers,
    {{ sum_where("scores.band = 'red'", 'scores.mrr_usd') }} as red_mrr_usd,
    round(avg(scores.score), 2) as average_score,
    {{ count_where('raised.flags_up > 0') }} as flagged_customers,
    sum(coalesce(raised.flags_up, 0)) as flags_up,
    {{ count_where('clock.days_to_due <= 90') }} as renewals_90d,
    sum(case when clock.days_to_due <= 90 then clock.next_annual_value_usd else 0 end) as renewals_90d_usd,
    sum(coalesce(escalations.escalations_90d, 0)) as escalations_90d
from scores
inner join {{ ref('dim_cs_portfolio') }} as portfolio
    on scores.account_id = portfolio.account_id
left join raised
    on scores.account_id = raised.account_id
left join clock
    on scores.account_id = clock.account_id
left join escalations
    on scores.account_id = escalations.account_id
group by portfolio.portfolio
