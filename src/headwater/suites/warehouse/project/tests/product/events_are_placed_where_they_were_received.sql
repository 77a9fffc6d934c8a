select
    event_id,
    event_at,
    received_at
from {{ ref('fct_events') }}
where
    event_date > cast(received_at as date) + interval '1 day'
    or event_date < cast(received_at as date) - interval '4 days'
