{{ config(meta={
    'symptom': "Spam is counted among the tickets of the support reports.",
    'business': "Ticket volume jumped, but the team was not busier.",
}) }}
select tickets.ticket_id
from {{ ref('fct_tickets') }} as tickets
inner join {{ ref('stg_support__tickets') }} as staged on tickets.ticket_id = staged.ticket_id
where staged.is_spam
