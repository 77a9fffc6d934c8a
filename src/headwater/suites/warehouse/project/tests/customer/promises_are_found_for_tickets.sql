select sla.ticket_id, sla.support_tier, sla.priority
from {{ ref('fct_ticket_sla') }} as sla
inner join {{ ref('stg_support__sla_policies') }} as policies
    on sla.support_tier = policies.support_tier
    and sla.priority = policies.priority
    and sla.created_on between policies.valid_from and policies.valid_to
where sla.sla_policy_id is null
