with source as (

    select * from {{ source('telemetry', 'incidents') }}

)

select
    incident_id,
    service,
    severity,
    kind as incident_kind,
    region,
    started_at,
    resolved_at,
    _loaded_at as loaded_at
from source
