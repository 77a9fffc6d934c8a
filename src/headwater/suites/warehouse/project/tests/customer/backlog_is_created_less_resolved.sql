select backlog.open_tickets, tickets.open_now
from {{ ref('fct_ticket_backlog_daily') }} as backlog
cross join (
    select {{ count_where('not is_resolved') }} as open_now
    from {{ ref('fct_tickets') }}
) as tickets
where backlog.date_day = {{ as_of() }}
    and backlog.open_tickets <> tickets.open_now
