{{ config(materialized='table') }}

-- Weights of touches by attribution model. An opportunity that no touch claims is one row a model, on the channel of
-- its lead source, so that attributed totals are totals.
with touches as (

    select * from {{ ref('int_opportunity_touches') }}

),

weighted as (

    {{ union_attribution_models('touches', ['opportunity_id', 'touch_id', 'touched_at', 'touch_type', 'channel', 'campaign_key']) }}

),

unclaimed as (

    select
        opportunities.opportunity_id,
        case opportunities.source_channel when 'other' then 'unattributed' else opportunities.source_channel end as channel
    from {{ ref('int_opportunities_resolved') }} as opportunities
    left join touches
        on opportunities.opportunity_id = touches.opportunity_id
    where touches.opportunity_id is null
        and not opportunities.is_own_account
        and opportunities.opportunity_type <> 'Renewal'

)

select
    opportunity_id,
    attribution_model,
    touch_id,
    touched_at,
    touch_type,
    channel,
    campaign_key,
    weight,
    true as is_claimed
from weighted
where weight > 0
{% for model in attribution_models() %}
union all

select
    opportunity_id,
    '{{ model }}' as attribution_model,
    cast(null as varchar) as touch_id,
    cast(null as timestamp) as touched_at,
    'none' as touch_type,
    channel,
    cast(null as varchar) as campaign_key,
    cast(1 as decimal(9, 6)) as weight,
    false as is_claimed
from unclaimed
{% endfor %}
