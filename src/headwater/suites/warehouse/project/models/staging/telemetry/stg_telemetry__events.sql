with source as (

    select * from {{ source('telemetry', 'events') }}

),

-- the collector delivers at least once: the copy that arrived first is the event
deduplicated as (

    {{ deduplicate('source', partition_by='event_id', order_by='received_at, _loaded_at, occurred_at') }}

)

select
    event_id,
    lower(trim(event_name)) as event_name,
    user_id,
    workspace_id,
    occurred_at,
    received_at,
    lower(trim(client)) as client,
    nullif(trim(client_version), '') as client_version,
    properties,
    _loaded_at as loaded_at
from deduplicated
