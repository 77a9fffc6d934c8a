{{ config(materialized='table') }}

-- S. Olofsson, August 2022. The desk by month, team and tier. This is the sheet of the Monday meeting; keep the order of the columns.
with tickets as (

    select * from {{ ref('sup_ticket_list') }}

),

summed as (

    select
        created_month as month,
        coalesce(team, 'nobody') as team,
        tier,
        count(*) as tickets,
        sum(case when desk_state = 'done' then 1 else 0 end) as done,
        sum(case when topic = 'defect' then 1 else 0 end) as defects,
        sum(case when topic = 'question' then 1 else 0 end) as questions,
        sum(case when topic = 'commercial' then 1 else 0 end) as commercial,
        sum(case when topic = 'setup' then 1 else 0 end) as setup,
        sum(case when prio_no <= 2 then 1 else 0 end) as high_and_urgent,
        sum(case when shift = 'weekend' then 1 else 0 end) as on_weekends,
        sum(case when shift = 'night' then 1 else 0 end) as at_night,
        sum(case when answer_result = 'in time' then 1 else 0 end) as answered_in_time,
        sum(case when answer_result = 'late' then 1 else 0 end) as answered_late,
        sum(case when answer_result = 'not answered' then 1 else 0 end) as not_answered,
        sum(case when solution_result = 'in time' then 1 else 0 end) as solved_in_time,
        sum(case when solution_result = 'late' then 1 else 0 end) as solved_late,
        sum(case when solution_result = 'not solved' then 1 else 0 end) as not_solved,
        sum(answers) as answers,
        sum(internal_notes) as internal_notes,
        sum(case when times_reopened > 0 then 1 else 0 end) as reopened,
        sum(hand_overs) as hand_overs,
        sum(case when score = 'good' then 1 else 0 end) as good_marks,
        sum(case when score = 'bad' then 1 else 0 end) as bad_marks,
        count(distinct agent_id) as agents,
        count(distinct cust_id) as customers
    from tickets
    group by created_month, coalesce(team, 'nobody'), tier

)

select
    summed.*,
    {{ legacy_percent('answered_in_time', 'answered_in_time + answered_late') }} as answered_in_time_percent,
    {{ legacy_percent('solved_in_time', 'solved_in_time + solved_late') }} as solved_in_time_percent,
    {{ legacy_percent('good_marks', 'good_marks + bad_marks') }} as satisfied_percent,
    {{ legacy_percent('reopened', 'tickets') }} as reopened_percent,
    {{ safe_divide('tickets', 'agents', 1) }} as tickets_per_agent
from summed
