-- Kept promises by month, region and tier, in UTC and on the desk's clock.
select
    created_month as month_start,
    region,
    support_tier,
    count(*) as tickets,
    {{ count_where('is_in_desk_hours') }} as tickets_in_desk_hours,
    {{ count_where('is_escalated') }} as escalated_tickets,
    {{ count_where("outcome_utc = 'met'") }} as met_utc,
    {{ count_where("outcome_utc = 'missed'") }} as missed_utc,
    {{ count_where("outcome_desk = 'met'") }} as met_desk,
    {{ count_where("outcome_desk = 'missed'") }} as missed_desk,
    {{ count_where("resolution_outcome = 'met'") }} as resolution_met,
    {{ count_where("resolution_outcome = 'missed'") }} as resolution_missed,
    {{ cs_kept_rate('outcome_utc') }} as kept_rate_utc,
    {{ cs_kept_rate('outcome_desk') }} as kept_rate_desk,
    {{ cs_kept_rate('resolution_outcome') }} as resolution_kept_rate,
    {{ median('response_minutes_desk') }} as median_response_minutes_desk
from {{ ref('fct_cs_ticket_sla_desk') }}
group by created_month, region, support_tier
