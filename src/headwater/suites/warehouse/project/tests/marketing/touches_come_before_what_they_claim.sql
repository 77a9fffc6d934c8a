select attributed.opportunity_id, attributed.touched_at, opportunities.created_at
from {{ ref('fct_attributed_opportunities') }} as attributed
inner join {{ ref('fct_opportunities') }} as opportunities
    on attributed.opportunity_id = opportunities.opportunity_id
where attributed.touched_at > opportunities.created_at
    or attributed.touched_at < {{ date_add_days('opportunities.created_at', -181) }}
