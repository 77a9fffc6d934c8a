-- The support lead's Monday page.
with weeks as (
    select
        week_start,
        sum(tickets) as tickets,
        sum(resolved_tickets) as resolved_tickets,
        sum(reopened_tickets) as reopened_tickets,
        sum(agent_comments) as agent_comments
    from {{ ref('agg_ticket_volume_weekly') }}
    group by week_start
),

backlog as (
    select
        {{ week_start('date_day') }} as week_start,
        max(case when extract(isodow from date_day) = 7 then open_tickets end) as open_tickets_on_sunday,
        max(open_high_tickets) as most_open_high_tickets
    from {{ ref('fct_ticket_backlog_daily') }}
    group by 1
)

select
    weeks.week_start,
    weeks.tickets,
    weeks.resolved_tickets,
    {{ safe_divide('weeks.reopened_tickets', 'weeks.tickets') }} as reopen_rate,
    {{ safe_divide('weeks.agent_comments', 'weeks.tickets', 2) }} as comments_per_ticket,
    backlog.open_tickets_on_sunday,
    backlog.most_open_high_tickets,
    weeks.tickets - lag(weeks.tickets) over (order by weeks.week_start) as change_in_tickets
from weeks
inner join backlog on weeks.week_start = backlog.week_start
