with source as (
    select * from {{ source('licensing', 'license_events') }}
),

latest as (
    {{ deduplicate('source', 'event_id', '_loaded_at, occurred_at') }}
)

select
    event_id as license_event_id,
    license_id,
    event_type,
    {{ nullif_blank('server_id') }} as server_id,
    seats,
    occurred_at,
    _loaded_at as loaded_at
from latest
