select opportunities.opportunity_id, reps.crm_user_id, reps.left_on
from {{ ref('fct_opportunities') }} as opportunities
inner join {{ ref('dim_sales_reps') }} as reps
    on opportunities.crm_user_id = reps.crm_user_id
where not opportunities.is_closed
    and not reps.is_current
    and reps.manager_crm_user_id is not null
