with source as (

    select * from {{ source('telemetry', 'server_features') }}

)

select
    server_id,
    feature,
    coalesce(is_enabled, false) as is_enabled,
    {{ known_count('uses_7d') }} as uses_7d,
    reported_on,
    _loaded_at as loaded_at
from source
