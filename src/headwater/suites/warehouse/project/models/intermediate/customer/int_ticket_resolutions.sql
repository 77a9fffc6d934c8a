-- When a ticket was solved for good, how often it came back, and how long the ball was with Mooring.
with periods as (
    select * from {{ ref('int_ticket_status_periods') }}
),

previous as (
    select
        *,
        lag(is_done) over (partition by ticket_id order by period_number) as was_done
    from periods
),

per_ticket as (
    select
        ticket_id,
        max(period_number) as states,
        min(case when is_done then started_at end) as first_solved_at,
        {{ count_where('was_done and not is_done') }} as reopens,
        {{ sum_where('not is_done and not is_waiting', 'minutes_in_state') }} as active_minutes,
        {{ sum_where('not is_done and not is_waiting', 'business_minutes_in_state') }} as active_business_minutes,
        {{ sum_where('is_waiting', 'minutes_in_state') }} as waiting_minutes
    from previous
    group by ticket_id
),

last_done as (
    -- the beginning of the final run of done states: 'solved' is followed by 'closed' four days later
    select
        done.ticket_id,
        min(done.started_at) as resolved_at
    from periods as done
    inner join (
        select
            ticket_id,
            max(case when not is_done then period_number else 0 end) as last_open_period
        from periods
        group by ticket_id
    ) as opened on done.ticket_id = opened.ticket_id
    where done.is_done
        and done.period_number > opened.last_open_period
    group by done.ticket_id
)

select
    per_ticket.ticket_id,
    per_ticket.states,
    per_ticket.first_solved_at,
    last_done.resolved_at,
    per_ticket.reopens,
    per_ticket.active_minutes,
    per_ticket.active_business_minutes,
    per_ticket.waiting_minutes
from per_ticket
left join last_done on per_ticket.ticket_id = last_done.ticket_id
