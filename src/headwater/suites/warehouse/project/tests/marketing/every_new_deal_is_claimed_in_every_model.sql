select opportunities.opportunity_id, count(distinct attributed.attribution_model) as models
from {{ ref('fct_opportunities') }} as opportunities
left join {{ ref('fct_attributed_opportunities') }} as attributed
    on opportunities.opportunity_id = attributed.opportunity_id
where opportunities.type <> 'Renewal'
group by opportunities.opportunity_id
having count(distinct attributed.attribution_model) <> {{ attribution_models() | length }}
