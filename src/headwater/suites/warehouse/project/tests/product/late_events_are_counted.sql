select count(*) as late_events
from {{ ref('fct_events') }}
where event_date < cast(received_at as date)
having count(*) < 1000
