with source as (
    select * from {{ source('raw_support', 'ticket_events') }}
)

select
    id as ticket_event_id,
    ticket_id,
    lower(event_type) as event_type,
    lower({{ nullif_blank('from_value') }}) as from_value,
    lower({{ nullif_blank('to_value') }}) as to_value,
    actor_id as agent_id,
    created_at as occurred_at,
    _loaded_at as loaded_at
from source
