-- How many of the promises were kept, by tier and priority. Running promises are in neither number.
select
    created_month as month_start,
    support_tier,
    priority,
    count(*) as tickets,
    {{ count_where("first_response_outcome = 'met'") }} as first_response_met,
    {{ count_where("first_response_outcome = 'missed'") }} as first_response_missed,
    {{ count_where("resolution_outcome = 'met'") }} as resolution_met,
    {{ count_where("resolution_outcome = 'missed'") }} as resolution_missed,
    {{ safe_divide(count_where("first_response_outcome = 'met'"), count_where("first_response_outcome in ('met', 'missed')")) }} as first_response_rate,
    {{ safe_divide(count_where("resolution_outcome = 'met'"), count_where("resolution_outcome in ('met', 'missed')")) }} as resolution_rate
from {{ ref('fct_ticket_sla') }}
group by created_month, support_tier, priority
