-- The load of the teams by week, for the shift plan: who gets how much, how evenly. Spread is the busiest agent's tickets over the mean.
select
    team,
    week_start,
    {{ fiscal_quarter('week_start') }} as fiscal_quarter,
    count(*) as agents,
    sum(tickets_in) as tickets_in,
    sum(high_in) as high_in,
    sum(escalated_in) as escalated_in,
    sum(tickets_solved) as tickets_solved,
    sum(open_tickets) as open_tickets,
    max(oldest_days) as oldest_days,
    max(tickets_in) as most_tickets_of_an_agent,
    {{ safe_divide('sum(tickets_in)', 'count(*)', 2) }} as tickets_per_agent,
    {{ safe_divide('1.0 * max(tickets_in) * count(*)', 'sum(tickets_in)', 2) }} as spread,
    sum(balance) as balance
from {{ ref('agg_cs_agent_load_weekly') }}
group by team, week_start
