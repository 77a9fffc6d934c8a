-- Answers in time by the desk's rules and by the contract's, by month and team, and what explains the difference. Support shows it when
-- a customer quotes the Monday sheet.
with tickets as (

    select * from {{ ref('sup_targets_two_ways') }}

),

shifts as (

    select
        month,
        sum(case when shift <> 'office hours' then tickets else 0 end) as outside_office_hours,
        sum(tickets) as all_tickets
    from {{ ref('sup_shift_month') }}
    group by month

),

by_team as (

    select
        month,
        team,
        count(*) as tickets,
        sum(case when answer_result_old = 'in time' then 1 else 0 end) as in_time_old,
        sum(case when answer_result_old in ('in time', 'late') then 1 else 0 end) as judged_old,
        sum(case when answer_result_new = 'met' then 1 else 0 end) as met_new,
        sum(case when answer_result_new in ('met', 'missed') then 1 else 0 end) as judged_new,
        sum(case when answer_comparison = 'saved by office hours' then 1 else 0 end) as saved_by_office_hours,
        sum(case when answer_comparison = 'lost by the new rules' then 1 else 0 end) as lost_by_new_rules,
        sum(case when answer_comparison = 'other tier' then 1 else 0 end) as of_another_tier,
        sum(case when solution_result_old = 'in time' then 1 else 0 end) as solved_in_time_old,
        sum(case when solution_result_new = 'met' then 1 else 0 end) as solved_met_new,
        sum(case when tier_comparison = 'customer found later' then 1 else 0 end) as customers_found_later,
        sum(case when tier_comparison = 'other customer' then 1 else 0 end) as of_other_customers,
        sum(case when tier_comparison = 'other revenue' then 1 else 0 end) as of_other_revenue
    from tickets
    group by month, team

)

select
    by_team.month,
    by_team.team,
    by_team.tickets,
    by_team.in_time_old,
    by_team.judged_old,
    by_team.met_new,
    by_team.judged_new,
    {{ safe_divide('by_team.in_time_old', 'by_team.judged_old', 4) }} as share_old,
    {{ safe_divide('by_team.met_new', 'by_team.judged_new', 4) }} as share_new,
    by_team.saved_by_office_hours,
    by_team.lost_by_new_rules,
    by_team.of_another_tier,
    by_team.solved_in_time_old,
    by_team.solved_met_new,
    by_team.customers_found_later,
    by_team.of_other_customers,
    by_team.of_other_revenue,
    {{ safe_divide('shifts.outside_office_hours', 'shifts.all_tickets', 4) }} as share_outside_office_hours
from by_team
left join shifts on by_team.month = shifts.month
