-- int_tickets_survivors follows three merges; a fourth would leave a merged ticket among the survivors.
select survivors.ticket_id
from {{ ref('int_tickets_survivors') }} as survivors
inner join {{ ref('stg_support__tickets') }} as tickets on survivors.surviving_ticket_id = tickets.ticket_id
where tickets.merged_into_ticket_id is not null
