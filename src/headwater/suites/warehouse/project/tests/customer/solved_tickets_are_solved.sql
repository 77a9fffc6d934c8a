select ticket_id, status, resolved_at
from {{ ref('fct_tickets') }}
where {{ is_done_state('status') }} <> (resolved_at is not null)
