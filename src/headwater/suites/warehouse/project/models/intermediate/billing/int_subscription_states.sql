{{ config(materialized='table') }}

-- What each subscription was, and from when to when. The end is exclusive and null for the state that holds; events of
-- the same second leave one state, that of the last of them.
with events as (
    select * from {{ ref('int_subscription_events_filled') }}
),

followed as (
    select
        *,
        lead(occurred_at) over (partition by subscription_id order by event_number) as next_event_at
    from events
)

select
    {{ surrogate_key(['subscription_id', 'event_number']) }} as subscription_state_id,
    subscription_id,
    row_number() over (partition by subscription_id order by event_number) as state_number,
    event_type as opened_by,
    status,
    price_id,
    quantity,
    occurred_at as valid_from,
    next_event_at as valid_to
from followed
where next_event_at is null or next_event_at > occurred_at
