{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}

-- What each agent did in a month: tickets resolved in it, marks given in it. Agents are compared within their team only.
with tickets as (
    select
        assigned_agent_id as agent_id,
        {{ month_start('resolved_at') }} as month_start,
        count(*) as resolved_tickets,
        {{ count_where('is_one_touch') }} as one_touch_tickets,
        sum(reopens) as reopens,
        {{ median('resolution_minutes') }} as median_resolution_minutes
    from {{ ref('reg_tickets') }}
    where is_resolved
        and assigned_agent_id is not null
    group by 1, 2
),

marks as (
    select
        assigned_agent_id as agent_id,
        rated_month as month_start,
        {{ count_where("score = 'good'") }} as good_marks,
        {{ count_where("score = 'bad'") }} as bad_marks
    from {{ ref('fct_csat') }}
    where is_answered
        and assigned_agent_id is not null
    group by 1, 2
),

months as (
    select agent_id, month_start from tickets
    union
    select agent_id, month_start from marks
)

select
    months.agent_id,
    agents.team,
    months.month_start,
    coalesce(tickets.resolved_tickets, 0) as resolved_tickets,
    coalesce(tickets.one_touch_tickets, 0) as one_touch_tickets,
    coalesce(tickets.reopens, 0) as reopens,
    tickets.median_resolution_minutes,
    coalesce(marks.good_marks, 0) as good_marks,
    coalesce(marks.bad_marks, 0) as bad_marks,
    {{ safe_divide('coalesce(marks.good_marks, 0)', 'coalesce(marks.good_marks, 0) + coalesce(marks.bad_marks, 0)') }} as csat
from months
inner join {{ ref('dim_support_agents') }} as agents on months.agent_id = agents.agent_id
left join tickets on months.agent_id = tickets.agent_id and months.month_start = tickets.month_start
left join marks on months.agent_id = marks.agent_id and months.month_start = marks.month_start
{%- if is_incremental() %}
-- a ticket that comes back leaves the month in which it was solved first
where months.month_start >= (select {{ date_add_months('max(month_start)', -4) }} from {{ this }})
{%- endif %}
