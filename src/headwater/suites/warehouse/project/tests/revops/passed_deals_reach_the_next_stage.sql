-- Nobody gets beyond negotiation without winning.
select stage_step_id, opportunity_id, fate
from {{ ref('int_revops_stage_steps') }}
where stage = 'Negotiation'
    and is_passed
    and fate <> 'won'
