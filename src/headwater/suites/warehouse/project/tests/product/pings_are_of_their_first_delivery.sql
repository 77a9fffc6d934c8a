with first_deliveries as (

    select
        ping_id,
        min(received_at) as received_at
    from {{ source('telemetry', 'server_pings') }}
    group by ping_id

)

select
    pings.ping_id,
    pings.received_at,
    first_deliveries.received_at as first_received_at
from {{ ref('stg_telemetry__server_pings') }} as pings
inner join first_deliveries
    on pings.ping_id = first_deliveries.ping_id
where pings.received_at <> first_deliveries.received_at
