{{ config(materialized='incremental', event_time='month_start', unique_key=['month_start', 'team'], incremental_strategy='delete+insert') }}

-- Satisfaction by team. Built from the agents' months, so that a mark follows the agent to the team.
select
    month_start,
    team,
    count(distinct agent_id) as agents,
    sum(resolved_tickets) as resolved_tickets,
    sum(good_marks) as good_marks,
    sum(bad_marks) as bad_marks,
    {{ safe_divide('sum(good_marks)', 'sum(good_marks) + sum(bad_marks)') }} as csat,
    {{ safe_divide('sum(resolved_tickets)', 'count(distinct agent_id)', 2) }} as resolved_per_agent
from {{ ref('agg_agent_performance_monthly') }}
{%- if is_incremental() %}
-- as long as agg_agent_performance_monthly
where month_start >= (select {{ date_add_months('max(month_start)', -4) }} from {{ this }})
{%- endif %}
group by month_start, team
