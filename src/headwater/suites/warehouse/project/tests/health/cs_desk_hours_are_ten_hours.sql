-- Nobody waits longer in desk hours than on the calendar, and a ticket that was answered within its hour waited as long.
select ticket_id, response_desk_minutes, first_response_minutes
from {{ ref('int_cs_ticket_desk_minutes') }}
inner join {{ ref('fct_tickets') }} using (ticket_id)
where is_answered
    and response_desk_minutes > first_response_minutes + 1
