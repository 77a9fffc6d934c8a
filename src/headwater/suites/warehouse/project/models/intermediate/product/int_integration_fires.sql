-- Which integration fired. Its name is in the event's properties; old clients wrote it in mixed case.
select
    event_id,
    workspace_id,
    account_id,
    event_date,
    coalesce(lower({{ json_text('properties', 'integration') }}), 'unknown') as integration
from {{ ref('fct_events') }}
where event_name = 'integration_fired'
