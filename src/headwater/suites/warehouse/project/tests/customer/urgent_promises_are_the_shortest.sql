select urgent.ticket_id
from {{ ref('int_ticket_sla_targets') }} as urgent
inner join {{ ref('fct_tickets') }} as tickets on urgent.ticket_id = tickets.ticket_id
inner join {{ ref('stg_support__sla_policies') }} as normal
    on urgent.support_tier = normal.support_tier
    and normal.priority = 'normal'
    and tickets.created_on between normal.valid_from and normal.valid_to
where tickets.priority = 'urgent'
    and urgent.first_response_target_minutes > normal.first_response_target_minutes
