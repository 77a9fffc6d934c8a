{{ config(materialized='table') }}

-- S. Olofsson, March 2023. When tickets come in: weekday, hour, shift, for the rota. Hours are UTC; the rota adds the summer.
with tickets as (

    select
        created_month as month,
        weekday,
        hour_of_day,
        shift,
        prio_no,
        tier,
        first_answer_min,
        answer_result,
        score
    from {{ ref('sup_ticket_list') }}

),

hours as (

    select
        month,
        weekday,
        case
            when hour_of_day between 0 and 5 then '00-06'
            when hour_of_day between 6 and 11 then '06-12'
            when hour_of_day between 12 and 17 then '12-18'
            else '18-24'
        end as quarter_of_day,
        shift,
        count(*) as tickets,
        sum(case when prio_no <= 2 then 1 else 0 end) as high_and_urgent,
        sum(case when tier in ('enterprise', 'business') then 1 else 0 end) as of_paying_tiers,
        sum(coalesce(first_answer_min, 0)) as answer_minutes,
        sum(case when first_answer_min is not null then 1 else 0 end) as answered,
        sum(case when answer_result = 'late' then 1 else 0 end) as answered_late,
        sum(case when score = 'bad' then 1 else 0 end) as bad_marks
    from tickets
    group by
        month,
        weekday,
        case
            when hour_of_day between 0 and 5 then '00-06'
            when hour_of_day between 6 and 11 then '06-12'
            when hour_of_day between 12 and 17 then '12-18'
            else '18-24'
        end,
        shift

),

months as (

    select
        month,
        sum(tickets) as month_tickets
    from hours
    group by month

)

select
    hours.month,
    hours.weekday,
    hours.quarter_of_day,
    hours.shift,
    hours.tickets,
    hours.high_and_urgent,
    hours.of_paying_tiers,
    hours.answered,
    hours.answered_late,
    hours.bad_marks,
    {{ safe_divide('hours.answer_minutes', 'hours.answered', 1) }} as average_answer_minutes,
    {{ legacy_percent('hours.tickets', 'months.month_tickets') }} as percent_of_month
from hours
inner join months on hours.month = months.month
