-- When customers write and when we answer: tickets of the last twelve months by weekday and hour on the desk's clock, with the promises
-- kept. The plan of shifts is drawn from this page in May and November.
with tickets as (
    select
        desk.desk_region,
        desk.created_isodow,
        desk.created_hour,
        sla.outcome_utc,
        sla.outcome_desk,
        sla.response_minutes_desk,
        sla.priority,
        sla.is_escalated
    from {{ ref('int_cs_ticket_desk_minutes') }} as desk
    inner join {{ ref('fct_cs_ticket_sla_desk') }} as sla
        on desk.ticket_id = sla.ticket_id
    where sla.created_on > {{ to_date(date_add_months(as_of(), -12)) }}
)

select
    {{ surrogate_key(['desk_region', 'created_isodow', 'created_hour']) }} as staffing_id,
    desk_region,
    created_isodow,
    created_hour,
    case
        when created_isodow > 5 then 'weekend'
        when created_hour < 8 then 'early'
        when created_hour < 12 then 'morning'
        when created_hour < 18 then 'afternoon'
        else 'evening'
    end as shift,
    count(*) as tickets,
    {{ count_where("priority in ('high', 'urgent')") }} as high_tickets,
    {{ count_where('is_escalated') }} as escalated_tickets,
    {{ count_where("outcome_utc = 'missed'") }} as missed_utc,
    {{ count_where("outcome_desk = 'missed'") }} as missed_desk,
    {{ median('response_minutes_desk') }} as median_response_minutes,
    {{ cs_kept_rate('outcome_desk') }} as kept_rate_desk
from tickets
group by desk_region, created_isodow, created_hour
