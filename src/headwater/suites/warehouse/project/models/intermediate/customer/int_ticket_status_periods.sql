-- A ticket is in one state at a time: from its creation as 'new' to now, or to the end of the data.
with tickets as (
    select * from {{ ref('int_tickets_accepted') }}
),

changes as (
    select
        ticket_id,
        to_value as status,
        occurred_at as started_at,
        ticket_event_id as change_order
    from {{ ref('stg_support__ticket_events') }}
    where event_type = 'status'
),

states as (
    select
        ticket_id,
        'new' as status,
        created_at as started_at,
        0 as change_order
    from tickets
    union all
    select
        changes.ticket_id,
        changes.status,
        changes.started_at,
        changes.change_order
    from changes
    inner join tickets on changes.ticket_id = tickets.ticket_id
),

numbered as (
    select
        *,
        row_number() over (partition by ticket_id order by started_at, change_order) as period_number,
        lead(started_at) over (partition by ticket_id order by started_at, change_order) as ended_at
    from states
)

select
    ticket_id,
    period_number,
    status,
    started_at,
    ended_at,
    ended_at is null as is_current,
    {{ is_waiting_state('status') }} as is_waiting,
    {{ is_done_state('status') }} as is_done,
    {{ minutes_between('started_at', 'coalesce(ended_at, ' ~ as_of_end() ~ ')') }} as minutes_in_state,
    {{ business_minutes_between('started_at', 'coalesce(ended_at, ' ~ as_of_end() ~ ')') }} as business_minutes_in_state
from numbered
