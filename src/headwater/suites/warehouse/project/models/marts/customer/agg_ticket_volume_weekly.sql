-- Volume by week, channel and category: what the staffing plan is made from.
select
    {{ week_start('created_at') }} as week_start,
    channel,
    category,
    count(*) as tickets,
    {{ count_where('is_resolved') }} as resolved_tickets,
    {{ count_where('reopens > 0') }} as reopened_tickets,
    sum(public_agent_comments) as agent_comments
from {{ ref('reg_tickets') }}
group by 1, 2, 3
