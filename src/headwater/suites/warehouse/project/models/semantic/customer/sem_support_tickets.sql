-- Tickets as the BI tool offers them: one row each, with the words that people group by.
select
    tickets.ticket_id,
    tickets.created_on,
    tickets.created_month,
    tickets.channel,
    tickets.priority,
    tickets.category,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    agents.team,
    sla.support_tier,
    sla.first_response_outcome,
    sla.resolution_outcome,
    tickets.first_response_minutes,
    tickets.resolution_minutes,
    tickets.reopens,
    tickets.is_one_touch,
    csat.score as satisfaction
from {{ ref('fct_tickets') }} as tickets
inner join {{ ref('fct_ticket_sla') }} as sla on tickets.ticket_id = sla.ticket_id
left join {{ ref('dim_accounts') }} as accounts on tickets.account_id = accounts.account_id
left join {{ ref('dim_support_agents') }} as agents on tickets.assigned_agent_id = agents.agent_id
left join {{ ref('fct_csat') }} as csat on tickets.ticket_id = csat.ticket_id
