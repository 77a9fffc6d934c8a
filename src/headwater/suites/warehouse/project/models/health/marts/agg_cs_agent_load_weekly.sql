-- What each agent had on the desk in a week: tickets that came in, that were solved, that were open at its end. Agents who had nothing
-- have no row.
with came as (
    select
        assigned_agent_id as agent_id,
        {{ week_start('created_on') }} as week_start,
        count(*) as tickets_in,
        {{ count_where("priority in ('high', 'urgent')") }} as high_in,
        {{ count_where('is_escalated') }} as escalated_in
    from {{ ref('int_cs_ticket_facts') }}
    where assigned_agent_id is not null
    group by assigned_agent_id, {{ week_start('created_on') }}
),

solved as (
    select
        assigned_agent_id as agent_id,
        {{ week_start('resolved_on') }} as week_start,
        count(*) as tickets_solved,
        {{ count_where('reopens > 0') }} as reopened_solved
    from {{ ref('int_cs_ticket_facts') }}
    where assigned_agent_id is not null
        and resolved_on is not null
    group by assigned_agent_id, {{ week_start('resolved_on') }}
),

left_open as (
    select
        facts.assigned_agent_id as agent_id,
        open_tickets.week_start,
        count(*) as open_tickets,
        max(open_tickets.age_days) as oldest_days
    from {{ ref('int_cs_open_tickets_weekly') }} as open_tickets
    inner join {{ ref('int_cs_ticket_facts') }} as facts
        on open_tickets.ticket_id = facts.ticket_id
    where facts.assigned_agent_id is not null
    group by facts.assigned_agent_id, open_tickets.week_start
),

weeks as (
    select agent_id, week_start from came
    union
    select agent_id, week_start from solved
    union
    select agent_id, week_start from left_open
)

select
    {{ surrogate_key(['weeks.agent_id', 'weeks.week_start']) }} as agent_week_id,
    weeks.agent_id,
    agents.team,
    weeks.week_start,
    coalesce(came.tickets_in, 0) as tickets_in,
    coalesce(came.high_in, 0) as high_in,
    coalesce(came.escalated_in, 0) as escalated_in,
    coalesce(solved.tickets_solved, 0) as tickets_solved,
    coalesce(solved.reopened_solved, 0) as reopened_solved,
    coalesce(left_open.open_tickets, 0) as open_tickets,
    left_open.oldest_days,
    {{ keel_moving_sum('coalesce(came.tickets_in, 0)', 4, 'weeks.week_start', 'weeks.agent_id') }} as tickets_in_last_weeks,
    coalesce(came.tickets_in, 0) - coalesce(solved.tickets_solved, 0) as balance
from weeks
inner join {{ ref('dim_support_agents') }} as agents
    on weeks.agent_id = agents.agent_id
left join came
    on weeks.agent_id = came.agent_id
    and weeks.week_start = came.week_start
left join solved
    on weeks.agent_id = solved.agent_id
    and weeks.week_start = solved.week_start
left join left_open
    on weeks.agent_id = left_open.agent_id
    and weeks.week_start = left_open.week_start
