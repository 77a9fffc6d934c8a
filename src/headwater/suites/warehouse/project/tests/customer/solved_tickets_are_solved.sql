{{ config(meta={
    'symptom': "Tickets whose state says that they are done have no time of resolution, or the other way round.",
    'business': "Closed tickets show up as open in the support reports.",
}) }}
select ticket_id, status, resolved_at
from {{ ref('fct_tickets') }}
where {{ is_done_state('status') }} <> (resolved_at is not null)
