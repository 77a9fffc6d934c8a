-- Escalated tickets: tagged by an agent or raised in priority. The clock of an escalation starts when it was raised, or with
-- the ticket if only the tag tells.
with escalated as (
    select *
    from {{ ref('int_cs_ticket_facts') }}
    where is_escalated
),

handoffs as (
    select
        ticket_id,
        count(*) as assignments,
        count(distinct to_value) as agents
    from {{ ref('stg_support__ticket_events') }}
    where event_type = 'assignee'
    group by ticket_id
),

marks as (
    select ticket_id, score
    from {{ ref('fct_csat') }}
    where is_answered
),

scores as (
    select account_id, month_start, band, score
    from {{ ref('fct_cs_health_scores') }}
)

select
    escalated.ticket_id,
    escalated.account_id,
    escalated.segment,
    escalated.region,
    escalated.support_tier,
    escalated.category,
    escalated.priority,
    escalated.created_on,
    escalated.created_month,
    {{ fiscal_quarter('escalated.created_on') }} as fiscal_quarter,
    case
        when escalated.is_tagged_escalated and escalated.times_raised > 0 then 'both'
        when escalated.times_raised > 0 then 'raised'
        else 'tagged'
    end as escalated_by,
    coalesce(escalated.first_raised_at, escalated.created_at) as escalated_at,
    {{ minutes_between('escalated.created_at', 'coalesce(escalated.first_raised_at, escalated.created_at)') }} as minutes_until_escalated,
    {{ minutes_between('coalesce(escalated.first_raised_at, escalated.created_at)', 'escalated.resolved_at') }} as minutes_escalated,
    escalated.is_resolved,
    escalated.reopens,
    coalesce(handoffs.assignments, 0) as assignments,
    coalesce(handoffs.agents, 0) as agents,
    marks.score as mark,
    scores.band as band_of_month,
    scores.score as score_of_month,
    row_number() over (partition by escalated.account_id order by escalated.created_at, escalated.ticket_id) as escalation_number
from escalated
left join handoffs
    on escalated.ticket_id = handoffs.ticket_id
left join marks
    on escalated.ticket_id = marks.ticket_id
left join scores
    on escalated.account_id = scores.account_id
    and escalated.created_month = scores.month_start
