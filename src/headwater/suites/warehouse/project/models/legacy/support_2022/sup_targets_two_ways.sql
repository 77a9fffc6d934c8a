{{ config(materialized='table') }}

-- S. Olofsson, January 2023, when the contract's targets came into the warehouse. Each ticket judged by the desk's rules (by the clock, tier
-- from the old recurring revenue) and by the contract's (fct_ticket_sla: office hours where the contract counts them, tier from the
-- new revenue), so that the desk sees why its numbers changed.
with old_rules as (

    select
        ticket_id,
        created_month,
        tier,
        prio,
        team,
        cust_id,
        answer_target_min,
        answer_result,
        first_answer_min,
        solution_target_min,
        solution_result,
        working_min
    from {{ ref('sup_ticket_list') }}

),

new_rules as (

    select
        ticket_id,
        account_id,
        support_tier,
        first_response_target_minutes,
        resolution_target_minutes,
        response_minutes,
        resolution_minutes,
        first_response_outcome,
        resolution_outcome
    from {{ ref('fct_ticket_sla') }}

)

select
    old_rules.ticket_id,
    old_rules.created_month as month,
    old_rules.prio,
    coalesce(old_rules.team, 'nobody') as team,
    old_rules.tier as tier_old,
    new_rules.support_tier as tier_new,
    old_rules.answer_target_min as answer_target_old,
    new_rules.first_response_target_minutes as answer_target_new,
    old_rules.first_answer_min as answer_minutes_old,
    new_rules.response_minutes as answer_minutes_new,
    old_rules.answer_result as answer_result_old,
    coalesce(new_rules.first_response_outcome, 'none') as answer_result_new,
    old_rules.working_min as solution_minutes_old,
    new_rules.resolution_minutes as solution_minutes_new,
    old_rules.solution_result as solution_result_old,
    coalesce(new_rules.resolution_outcome, 'none') as solution_result_new,
    case
        when new_rules.first_response_outcome is null then 'no target'
        when old_rules.answer_result = 'in time' and new_rules.first_response_outcome = 'met' then 'both met'
        when old_rules.answer_result = 'late' and new_rules.first_response_outcome = 'missed' then 'both missed'
        when old_rules.answer_result = 'not answered' then 'not answered'
        when old_rules.tier <> new_rules.support_tier then 'other tier'
        when old_rules.answer_result = 'late' and new_rules.first_response_outcome = 'met' then 'saved by office hours'
        when old_rules.answer_result = 'in time' and new_rules.first_response_outcome = 'missed' then 'lost by the new rules'
        else 'other'
    end as answer_comparison,
    case
        when old_rules.tier = new_rules.support_tier then 'same'
        when old_rules.cust_id is null and new_rules.account_id is not null then 'customer found later'
        when old_rules.cust_id is not null and new_rules.account_id is null then 'customer lost'
        when old_rules.cust_id <> new_rules.account_id then 'other customer'
        else 'other revenue'
    end as tier_comparison
from old_rules
inner join new_rules on old_rules.ticket_id = new_rules.ticket_id
