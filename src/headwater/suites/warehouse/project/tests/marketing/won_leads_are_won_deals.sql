select funnel.lead_id, funnel.opportunity_id, funnel.is_won, opportunities.stage
from {{ ref('fct_lead_funnel') }} as funnel
inner join {{ ref('stg_crm__opportunities') }} as opportunities
    on funnel.opportunity_id = opportunities.opportunity_id
where funnel.is_won <> (opportunities.stage = 'Closed Won')
