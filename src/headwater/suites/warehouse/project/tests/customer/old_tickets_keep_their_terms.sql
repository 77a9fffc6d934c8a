select sla.ticket_id, sla.created_on, policies.valid_from, policies.valid_to
from {{ ref('fct_ticket_sla') }} as sla
inner join {{ ref('stg_support__sla_policies') }} as policies on sla.sla_policy_id = policies.sla_policy_id
where sla.created_on not between policies.valid_from and policies.valid_to
