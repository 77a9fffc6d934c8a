{{ config(meta={
    'symptom': "In the event log, events lie on days months away from the day on which they were received.",
    'business': "There is usage in our charts for dates on which the customer did not exist, and even in the future."
}) }}

select
    event_id,
    event_at,
    received_at
from {{ ref('fct_events') }}
where
    event_date > cast(received_at as date) + interval '1 day'
    or event_date < cast(received_at as date) - interval '4 days'
