{{ config(materialized='ephemeral') }}

-- When each event happened. Nothing that happened after the clock stands counts, whenever it was received.
with events as (

    select * from {{ ref('stg_telemetry__events') }}

),

timed as (

    select
        *,
        {{ event_time('occurred_at', 'received_at') }} as event_at,
        not {{ is_plausible_time('occurred_at', 'received_at') }} as had_wrong_clock
    from events

)

select
    *,
    {{ to_date('event_at') }} as event_date
from timed
where event_at < {{ as_of_end() }}
