-- The sheet that a success manager takes to a quarterly business review: one row a paying customer and fiscal quarter, everything on it.
-- Flows are of the quarter, levels of its last month in the data; the running quarter is there as far as it goes.
with months as (
    select
        spine.*,
        {{ fiscal_quarter('spine.month_start') }} as fiscal_quarter,
        row_number() over (
            partition by spine.account_id, {{ fiscal_quarter('spine.month_start') }} order by spine.month_start desc
        ) as recency
    from {{ ref('int_cs_account_months') }} as spine
),

quarters as (
    select
        account_id,
        fiscal_quarter,
        max(case when recency = 1 then month_start end) as last_month,
        max(case when recency = 1 then segment end) as segment,
        max(case when recency = 1 then tenure_months end) as tenure_months,
        max(case when recency = 1 then mrr_usd end) as closing_mrr_usd,
        max(case when recency = 1 then seats end) as seats,
        sum(mrr_usd) as recurring_revenue_usd,
        count(*) as months
    from months
    group by account_id, fiscal_quarter
),

usage as (
    select
        account_id,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        sum(user_days) as user_days,
        sum(active_days) as active_days,
        max(peak_daily_users) as peak_daily_users,
        {{ safe_divide('sum(user_days)', 'sum(seats * working_days)', 4) }} as usage_rate,
        {{ any_true('is_hidden') }} as has_hidden_months
    from {{ ref('int_cs_usage_monthly') }}
    group by account_id, {{ fiscal_quarter('month_start') }}
),

features as (
    select
        account_id,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        count(distinct feature) as features_used
    from {{ ref('int_cs_feature_months') }}
    group by account_id, {{ fiscal_quarter('month_start') }}
),

tickets as (
    select
        facts.account_id,
        {{ fiscal_quarter('facts.created_on') }} as fiscal_quarter,
        count(*) as tickets,
        {{ count_where('facts.is_escalated') }} as escalations,
        {{ count_where("facts.category = 'bug'") }} as bugs,
        {{ count_where("sla.first_response_outcome = 'missed' or sla.resolution_outcome = 'missed'") }} as missed_promises,
        {{ median('sla.response_minutes') }} as median_response_minutes
    from {{ ref('int_cs_ticket_facts') }} as facts
    inner join {{ ref('fct_ticket_sla') }} as sla
        on facts.ticket_id = sla.ticket_id
    where facts.account_id is not null
    group by facts.account_id, {{ fiscal_quarter('facts.created_on') }}
),

answers as (
    select
        account_id,
        fiscal_quarter,
        count(*) as nps_answers,
        {{ nps('nps_score') }} as nps
    from {{ ref('fct_nps') }}
    where account_id is not null
    group by account_id, fiscal_quarter
),

troubles as (
    select
        account_id,
        {{ fiscal_quarter('happened_on') }} as fiscal_quarter,
        count(distinct document_id) as billing_troubles
    from {{ ref('int_cs_billing_trouble_events') }}
    group by account_id, {{ fiscal_quarter('happened_on') }}
),

movements as (
    select
        account_id,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        sum(mrr_change_usd) as mrr_change_usd,
        sum(seats_change) as seats_change
    from {{ ref('fct_mrr_movements') }}
    group by account_id, {{ fiscal_quarter('month_start') }}
),

raised as (
    select
        account_id,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        count(distinct flag) as flags_raised
    from {{ ref('int_cs_signals') }}
    group by account_id, {{ fiscal_quarter('month_start') }}
)

select
    {{ surrogate_key(['quarters.account_id', 'quarters.fiscal_quarter']) }} as review_id,
    quarters.account_id,
    portfolio.account_name,
    portfolio.portfolio,
    quarters.fiscal_quarter,
    quarters.last_month,
    quarters.segment,
    quarters.tenure_months,
    quarters.months,
    quarters.closing_mrr_usd,
    quarters.recurring_revenue_usd,
    quarters.seats,
    coalesce(movements.mrr_change_usd, 0) as mrr_change_usd,
    coalesce(movements.seats_change, 0) as seats_change,
    usage.user_days,
    usage.active_days,
    usage.peak_daily_users,
    usage.usage_rate,
    usage.has_hidden_months,
    coalesce(features.features_used, 0) as features_used,
    coalesce(tickets.tickets, 0) as tickets,
    coalesce(tickets.escalations, 0) as escalations,
    coalesce(tickets.bugs, 0) as bugs,
    coalesce(tickets.missed_promises, 0) as missed_promises,
    tickets.median_response_minutes,
    coalesce(answers.nps_answers, 0) as nps_answers,
    answers.nps,
    coalesce(troubles.billing_troubles, 0) as billing_troubles,
    coalesce(raised.flags_raised, 0) as flags_raised,
    scores.score,
    scores.band,
    scores.score_change_3m,
    clock.next_due_on,
    clock.next_annual_value_usd
from quarters
inner join {{ ref('dim_cs_portfolio') }} as portfolio
    on quarters.account_id = portfolio.account_id
left join usage
    on quarters.account_id = usage.account_id
    and quarters.fiscal_quarter = usage.fiscal_quarter
left join features
    on quarters.account_id = features.account_id
    and quarters.fiscal_quarter = features.fiscal_quarter
left join tickets
    on quarters.account_id = tickets.account_id
    and quarters.fiscal_quarter = tickets.fiscal_quarter
left join answers
    on quarters.account_id = answers.account_id
    and quarters.fiscal_quarter = answers.fiscal_quarter
left join troubles
    on quarters.account_id = troubles.account_id
    and quarters.fiscal_quarter = troubles.fiscal_quarter
left join movements
    on quarters.account_id = movements.account_id
    and quarters.fiscal_quarter = movements.fiscal_quarter
left join raised
    on quarters.account_id = raised.account_id
    and quarters.fiscal_quarter = raised.fiscal_quarter
left join {{ ref('fct_cs_health_scores') }} as scores
    on quarters.account_id = scores.account_id
    and quarters.last_month = scores.month_start
left join {{ ref('int_cs_contract_clock') }} as clock
    on quarters.account_id = clock.account_id
    and quarters.last_month = clock.month_start
