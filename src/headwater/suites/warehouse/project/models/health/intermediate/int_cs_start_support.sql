-- Tickets of the first ninety days. A question early on is a good sign, an outage or a bill is not.
select
    starts.account_id,
    count(*) as tickets,
    {{ count_where("facts.category = 'how_to'") }} as questions,
    {{ count_where("facts.category in ('bug', 'outage')") }} as defects,
    {{ count_where("facts.category in ('billing', 'license')") }} as money_tickets,
    {{ count_where('facts.is_escalated') }} as escalations,
    {{ count_where("sla.first_response_outcome = 'missed'") }} as missed_responses
from {{ ref('int_cs_customer_starts') }} as starts
inner join {{ ref('int_cs_ticket_facts') }} as facts
    on starts.account_id = facts.account_id
    and facts.created_on >= starts.started_on
    and facts.created_on < starts.ends_on
inner join {{ ref('fct_ticket_sla') }} as sla
    on facts.ticket_id = sla.ticket_id
group by starts.account_id
