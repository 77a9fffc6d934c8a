-- Customer success on one line a quarter, for the executive team: what we keep, what we hear, what we promise. Levels are of the last
-- month of the quarter, flows of all of it; quarters before the first customer are not here, with their few tickets. The columns follow
-- the order of the slide.
with months as (
    select
        month_start,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        sum(customers) as customers,
        sum(mrr_usd) as mrr_usd,
        sum(green_customers) as green_customers,
        sum(red_customers) as red_customers,
        sum(red_mrr_usd) as red_mrr_usd,
        sum(turned_red) as turned_red,
        sum(left_red) as left_red
    from {{ ref('rpt_cs_health_overview_monthly') }}
    group by month_start
),

levels as (
    select
        months.*,
        row_number() over (partition by fiscal_quarter order by month_start desc) as recency
    from months
),

flows as (
    select
        fiscal_quarter,
        sum(turned_red) as turned_red,
        sum(left_red) as left_red
    from months
    group by fiscal_quarter
),

churn as (
    select
        fiscal_quarter,
        sum(churns) as churns,
        sum(foreseen_churns) as foreseen_churns,
        sum(lost_mrr_usd) as lost_mrr_usd,
        sum(foreseen_mrr_usd) as foreseen_mrr_usd
    from {{ ref('rpt_cs_foreseen_churn_quarterly') }}
    group by fiscal_quarter
),

promises as (
    select
        fiscal_quarter,
        sum(tickets) as tickets,
        sum(escalated_tickets) as escalated_tickets,
        sum(met_utc) as met_utc,
        sum(missed_utc) as missed_utc,
        sum(met_desk) as met_desk,
        sum(missed_desk) as missed_desk
    from {{ ref('rpt_cs_sla_by_region_quarterly') }}
    group by fiscal_quarter
),

answers as (
    select
        fiscal_quarter,
        sum(responses) as responses,
        sum(promoters) as promoters,
        sum(detractors) as detractors
    from {{ ref('rpt_cs_nps_drivers_quarterly') }}
    group by fiscal_quarter
),

starts as (
    select
        fiscal_quarter,
        sum(starts) as starts,
        sum(with_habit) as with_habit,
        sum(with_team) as with_team
    from {{ ref('rpt_cs_onboarding_quarterly') }}
    group by fiscal_quarter
),

renewals as (
    select
        fiscal_quarter,
        sum(due_usd) as due_usd,
        sum(renewed_usd) as renewed_usd,
        sum(lost_terms) as lost_terms,
        sum(undecided_usd) as undecided_usd
    from {{ ref('rpt_cs_renewal_outlook_quarterly') }}
    group by fiscal_quarter
),

backlog as (
    select
        {{ fiscal_quarter('as_of_day') }} as fiscal_quarter,
        open_tickets,
        days_30 as open_for_a_month,
        row_number() over (partition by {{ fiscal_quarter('as_of_day') }} order by week_start desc) as recency
    from {{ ref('rpt_cs_ageing_weekly') }}
)

select
    levels.fiscal_quarter,
    levels.month_start as last_month,
    levels.customers,
    levels.mrr_usd,
    {{ safe_divide('levels.green_customers', 'levels.customers', 4) }} as green_share,
    {{ safe_divide('levels.red_customers', 'levels.customers', 4) }} as red_share,
    {{ safe_divide('levels.red_mrr_usd', 'levels.mrr_usd', 4) }} as red_mrr_share,
    flows.turned_red,
    flows.left_red,
    coalesce(churn.churns, 0) as churns,
    coalesce(churn.lost_mrr_usd, 0) as lost_mrr_usd,
    {{ safe_divide('churn.foreseen_mrr_usd', 'churn.lost_mrr_usd', 4) }} as foreseen_share,
    coalesce(starts.starts, 0) as new_customers,
    {{ safe_divide('starts.with_habit', 'starts.starts', 4) }} as starts_with_habit,
    {{ safe_divide('starts.with_team', 'starts.starts', 4) }} as starts_with_team,
    coalesce(renewals.due_usd, 0) as renewals_due_usd,
    coalesce(renewals.renewed_usd, 0) as renewed_usd,
    coalesce(renewals.undecided_usd, 0) as undecided_usd,
    coalesce(promises.tickets, 0) as tickets,
    {{ safe_divide('promises.escalated_tickets', 'promises.tickets', 4) }} as escalation_rate,
    {{ safe_divide('promises.met_utc', 'promises.met_utc + promises.missed_utc', 4) }} as kept_rate_contract,
    {{ safe_divide('promises.met_desk', 'promises.met_desk + promises.missed_desk', 4) }} as kept_rate_desk,
    backlog.open_tickets,
    backlog.open_for_a_month,
    coalesce(answers.responses, 0) as nps_answers,
    {{ safe_divide('100.0 * (answers.promoters - answers.detractors)', 'answers.responses', 1) }} as nps,
    levels.customers - lag(levels.customers, 4) over (order by levels.month_start) as customers_change_on_year,
    {{ rounded(
        safe_divide('levels.red_mrr_usd', 'levels.mrr_usd', 4)
        ~ ' - lag(' ~ safe_divide('levels.red_mrr_usd', 'levels.mrr_usd', 4) ~ ', 4) over (order by levels.month_start)',
        4
    ) }} as red_mrr_share_change_on_year
from levels
inner join flows
    on levels.fiscal_quarter = flows.fiscal_quarter
left join churn
    on levels.fiscal_quarter = churn.fiscal_quarter
left join promises
    on levels.fiscal_quarter = promises.fiscal_quarter
left join answers
    on levels.fiscal_quarter = answers.fiscal_quarter
left join starts
    on levels.fiscal_quarter = starts.fiscal_quarter
left join renewals
    on levels.fiscal_quarter = renewals.fiscal_quarter
left join backlog
    on levels.fiscal_quarter = backlog.fiscal_quarter
    and backlog.recency = 1
where levels.recency = 1
