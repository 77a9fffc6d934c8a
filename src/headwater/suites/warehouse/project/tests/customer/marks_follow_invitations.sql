select ticket_id, first_offered_at, rated_at
from {{ ref('fct_csat') }}
where rated_at < first_offered_at
