-- The support room's backlog and the ageing page count the same tickets on Sundays.
select
    ageing.week_start,
    ageing.open_tickets,
    backlog.open_tickets as open_in_the_support_room
from {{ ref('rpt_cs_ageing_weekly') }} as ageing
inner join {{ ref('fct_ticket_backlog_daily') }} as backlog
    on ageing.as_of_day = backlog.date_day
where ageing.open_tickets <> backlog.open_tickets
