{{ config(
    materialized='incremental',
    event_time='created_at',
    unique_key='ticket_id',
    incremental_strategy='delete+insert'
) }}

-- S. Olofsson, support operations, August 2022. Everything about a ticket in one row; we are tired of joining.
-- What counts: no spam, no merged tickets. The tier is that of the month, by what the customer paid (v_mrr, so with the old rates
-- before February 2023). Targets are those of the policy of the day. All times by the clock; office hours are in fct_ticket_sla.
with tickets as (

    select * from {{ ref('base_tickets') }}
    where is_spam = 'N'
        and is_merged = 'N'
    {%- if is_incremental() %}
        and created_dt >= {{ to_date(date_add_days(as_of(), -120)) }}
    {%- endif %}

),

steps as (

    select * from {{ ref('base_ticket_steps') }}

),

paying as (

    select
        cust_id,
        month_dt,
        sum(mrr_usd) as mrr_usd
    from {{ ref('v_mrr') }}
    group by cust_id, month_dt

),

policies as (

    select
        support_tier,
        priority,
        first_response_target_minutes,
        resolution_target_minutes,
        valid_from,
        valid_to
    from {{ ref('stg_support__sla_policies') }}

),

tiered as (

    select
        tickets.*,
        {{ sup_tier('coalesce(paying.mrr_usd, 0)') }} as tier,
        coalesce(paying.mrr_usd, 0) as mrr_usd
    from tickets
    left join paying
        on tickets.cust_id = paying.cust_id
        and tickets.created_month = paying.month_dt

)

select
    tiered.ticket_id,
    tiered.cust_id,
    tiered.tier,
    tiered.mrr_usd,
    tiered.agent_id,
    tiered.team,
    tiered.channel,
    tiered.prio,
    tiered.prio_no,
    tiered.topic,
    tiered.category,
    tiered.product,
    tiered.status,
    tiered.created_at,
    tiered.created_dt,
    tiered.created_month,
    {{ keel_weekday('tiered.created_at') }} as weekday,
    {{ keel_hour('tiered.created_at') }} as hour_of_day,
    case
        when {{ keel_is_weekend('tiered.created_at') }} then 'weekend'
        when extract(hour from tiered.created_at) between 8 and 17 then 'office hours'
        else 'night'
    end as shift,
    steps.first_answer_min,
    {{ sup_duration_band('steps.first_answer_min') }} as first_answer_band,
    steps.first_solution_min,
    {{ sup_duration_band('steps.first_solution_min') }} as solution_band,
    steps.waiting_min,
    case
        when steps.first_solution_min is not null then greatest(steps.first_solution_min - steps.waiting_min, 0)
    end as working_min,
    steps.answers,
    steps.internal_notes,
    steps.customer_replies,
    steps.times_reopened,
    steps.hand_overs,
    steps.prio_raised,
    policies.first_response_target_minutes as answer_target_min,
    policies.resolution_target_minutes as solution_target_min,
    case
        when policies.first_response_target_minutes is null then 'no target'
        when steps.first_answer_min is null then 'not answered'
        when steps.first_answer_min <= policies.first_response_target_minutes then 'in time'
        else 'late'
    end as answer_result,
    case
        when policies.resolution_target_minutes is null then 'no target'
        when steps.first_solution_min is null then 'not solved'
        when greatest(steps.first_solution_min - steps.waiting_min, 0) <= policies.resolution_target_minutes then 'in time'
        else 'late'
    end as solution_result,
    ratings.score,
    ratings.rated_dt,
    case when tiered.status in ('solved', 'closed') then 'done' else 'open' end as desk_state
from tiered
inner join steps on tiered.ticket_id = steps.ticket_id
left join policies
    on tiered.tier = policies.support_tier
    and tiered.prio = policies.priority
    and tiered.created_dt between policies.valid_from and policies.valid_to
left join {{ ref('base_ratings') }} as ratings on tiered.ticket_id = ratings.ticket_id
