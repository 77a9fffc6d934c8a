{{ config(meta={
    'symptom': "Some servers seem to have been at work on days on which they did not ping us first.",
    'business': "A customer says that our report has their server at work on days when it was switched off.",
}) }}

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
