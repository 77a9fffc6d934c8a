-- The desk by month over all teams, with the backlog at the month's end and the marks given in the month.
with desk as (

    select
        month,
        sum(tickets) as tickets,
        sum(done) as done,
        sum(defects) as defects,
        sum(high_and_urgent) as high_and_urgent,
        sum(on_weekends) as on_weekends,
        sum(at_night) as at_night,
        sum(answered_in_time) as answered_in_time,
        sum(answered_late) as answered_late,
        sum(solved_in_time) as solved_in_time,
        sum(solved_late) as solved_late,
        sum(answers) as answers,
        sum(reopened) as reopened,
        sum(case when tier in ('enterprise', 'business') then tickets else 0 end) as tickets_of_paying_tiers,
        sum(case when tier = 'free' then tickets else 0 end) as tickets_of_free_tier
    from {{ ref('sup_desk_month') }}
    group by month

),

backlog as (

    select
        month,
        sum(open_tickets) as open_tickets,
        sum(older) as open_over_a_month,
        max(oldest_days) as oldest_days
    from {{ ref('sup_backlog_month') }}
    group by month

),

marks as (

    select
        rated_month as month,
        count(*) as marks,
        sum(is_good) as good_marks
    from {{ ref('base_ratings') }}
    group by rated_month

),

agents as (

    select
        month,
        count(*) as agents,
        sum(case when load_against_team > 1.5 then 1 else 0 end) as overloaded_agents
    from {{ ref('sup_agent_month') }}
    group by month

),

everything as (

    select
        month_dt as month,
        sum(tickets) as counted_tickets
    from {{ ref('v_tickets') }}
    group by month_dt

)

select
    desk.month,
    desk.tickets,
    coalesce(everything.counted_tickets, 0) as tickets_on_the_page,
    desk.done,
    desk.defects,
    desk.high_and_urgent,
    desk.on_weekends,
    desk.at_night,
    desk.answered_in_time,
    desk.answered_late,
    desk.solved_in_time,
    desk.solved_late,
    desk.answers,
    desk.reopened,
    desk.tickets_of_paying_tiers,
    desk.tickets_of_free_tier,
    coalesce(backlog.open_tickets, 0) as open_tickets,
    coalesce(backlog.open_over_a_month, 0) as open_over_a_month,
    coalesce(backlog.oldest_days, 0) as oldest_days,
    coalesce(marks.marks, 0) as marks,
    coalesce(marks.good_marks, 0) as good_marks,
    coalesce(agents.agents, 0) as agents,
    coalesce(agents.overloaded_agents, 0) as overloaded_agents
from desk
left join backlog on desk.month = backlog.month
left join marks on desk.month = marks.month
left join agents on desk.month = agents.month
left join everything on desk.month = everything.month
