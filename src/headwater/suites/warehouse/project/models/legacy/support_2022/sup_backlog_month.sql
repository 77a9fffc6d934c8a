{{ config(materialized='table') }}

-- S. Olofsson, October 2022. Open at the month's end, by priority and age. A ticket is open from its creation to its first
-- solution, also if it was reopened later: the first solution is what we promise.
with months as (

    select
        month_dt as month,
        month_end_dt as month_end,
        next_month_dt as next_month
    from {{ ref('base_calendar') }}

),

tickets as (

    select
        list.ticket_id,
        list.tier,
        list.prio,
        list.prio_no,
        list.created_at,
        list.created_dt,
        steps.first_solved_at
    from {{ ref('sup_ticket_list') }} as list
    inner join {{ ref('base_ticket_steps') }} as steps on list.ticket_id = steps.ticket_id

),

open_tickets as (

    select
        months.month,
        tickets.ticket_id,
        tickets.tier,
        tickets.prio,
        tickets.prio_no,
        {{ date_diff_days('tickets.created_dt', 'months.month_end') }} as age_days
    from months
    inner join tickets
        on tickets.created_at < cast(months.next_month as timestamp)
        and {{ legacy_open_end('tickets.first_solved_at') }} >= cast(months.next_month as timestamp)

)

select
    month,
    prio,
    min(prio_no) as prio_no,
    count(*) as open_tickets,
    sum(case when age_days <= 2 then 1 else 0 end) as up_to_two_days,
    sum(case when age_days between 3 and 7 then 1 else 0 end) as up_to_a_week,
    sum(case when age_days between 8 and 30 then 1 else 0 end) as up_to_a_month,
    sum(case when age_days > 30 then 1 else 0 end) as older,
    sum(case when tier in ('enterprise', 'business') then 1 else 0 end) as of_paying_tiers,
    max(age_days) as oldest_days
from open_tickets
group by month, prio
