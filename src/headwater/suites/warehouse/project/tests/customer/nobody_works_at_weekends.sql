-- A state that begins and ends within one weekend took no business minutes.
select ticket_id, period_number, started_at, ended_at, business_minutes_in_state
from {{ ref('int_ticket_status_periods') }}
where ended_at is not null
    and extract(isodow from started_at) in (6, 7)
    and {{ date_diff_days('started_at', 'ended_at') }} <= 7 - extract(isodow from started_at)
    and business_minutes_in_state <> 0
