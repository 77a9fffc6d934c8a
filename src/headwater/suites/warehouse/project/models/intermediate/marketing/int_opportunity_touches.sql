-- Touches that can claim an opportunity: of any person at its company, in the 180 days before it was created. Renewals
-- are nobody's doing in marketing. Direct visits claim nothing.
with opportunities as (

    select * from {{ ref('int_opportunities_resolved') }}
    where not is_own_account
        and opportunity_type <> 'Renewal'

),

touches as (

    select * from {{ ref('int_touches_identified') }}
    where is_attributable

)

select
    opportunities.opportunity_id,
    touches.touch_id,
    touches.touched_at,
    touches.touch_type,
    touches.channel,
    touches.campaign_key,
    touches.person_id,
    row_number() over (
        partition by opportunities.opportunity_id
        order by touches.touched_at, touches.touch_id
    ) as touch_position,
    count(*) over (partition by opportunities.opportunity_id) as touch_count
from opportunities
inner join touches
    on opportunities.crm_account_id = touches.crm_account_id
    and {{ within_lookback('touches.touched_at', 'opportunities.created_at', var('opportunity_lookback_days', 180)) }}
