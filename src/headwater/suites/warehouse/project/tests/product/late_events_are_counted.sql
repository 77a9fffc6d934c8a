{{ config(meta={
    'symptom': "Events that arrive days after they happened are missing from the event log.",
    'business': "Usage of mobile users, whose phones send late, is lower than it should be."
}) }}

select count(*) as late_events
from {{ ref('fct_events') }}
where event_date < cast(received_at as date)
having count(*) < 1000
