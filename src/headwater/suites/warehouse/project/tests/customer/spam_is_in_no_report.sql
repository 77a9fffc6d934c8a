select tickets.ticket_id
from {{ ref('fct_tickets') }} as tickets
inner join {{ ref('stg_support__tickets') }} as staged on tickets.ticket_id = staged.ticket_id
where staged.is_spam
