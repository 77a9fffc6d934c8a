{{ config(materialized='table') }}

-- S. Olofsson, September 2022. Agents by month of the ticket. Not for appraisals (works council, 2022-09-14).
with tickets as (

    select * from {{ ref('sup_ticket_list') }}
    where agent_id is not null

),

agents as (

    select
        agent_id,
        agent_name,
        team,
        hired_on,
        is_active
    from {{ ref('stg_support__agents') }}

),

months as (

    select
        agent_id,
        created_month as month,
        count(*) as tickets,
        sum(case when desk_state = 'done' then 1 else 0 end) as done,
        sum(case when prio_no <= 2 then 1 else 0 end) as high_and_urgent,
        sum(answers) as answers,
        sum(coalesce(working_min, 0)) as working_min,
        sum(case when answer_result = 'late' then 1 else 0 end) as answered_late,
        sum(case when times_reopened > 0 then 1 else 0 end) as reopened,
        sum(case when hand_overs > 0 then 1 else 0 end) as taken_over,
        count(distinct cust_id) as customers,
        count(distinct category) as categories,
        sum(case when score = 'good' then 1 else 0 end) as good_marks,
        sum(case when score is not null then 1 else 0 end) as marks
    from tickets
    group by agent_id, created_month

),

team_months as (

    select
        agents.team,
        months.month,
        sum(months.tickets) as team_tickets,
        count(*) as team_agents
    from months
    inner join agents on months.agent_id = agents.agent_id
    group by agents.team, months.month

)

select
    months.agent_id,
    agents.team,
    months.month,
    {{ date_diff_months('agents.hired_on', 'months.month') }} as months_here,
    months.tickets,
    months.done,
    months.high_and_urgent,
    months.answers,
    months.working_min,
    months.answered_late,
    months.reopened,
    months.taken_over,
    months.customers,
    months.categories,
    months.good_marks,
    months.marks,
    team_months.team_tickets,
    {{ legacy_percent('months.tickets', 'team_months.team_tickets') }} as percent_of_team,
    {{ safe_divide('months.tickets * team_months.team_agents', 'team_months.team_tickets', 2) }} as load_against_team
from months
inner join agents on months.agent_id = agents.agent_id
inner join team_months
    on agents.team = team_months.team
    and months.month = team_months.month
