-- New business and expansion opportunities shared out over the touches that came before them, once for each attribution
-- model: filter on one, or everything counts four times.
with attribution as (

    select * from {{ ref('int_opportunity_attribution') }}

),

opportunities as (

    select * from {{ ref('fct_opportunities') }}

)

select
    {{ surrogate_key(['attribution.opportunity_id', 'attribution.attribution_model', 'attribution.touch_id']) }} as attributed_opportunity_id,
    attribution.opportunity_id,
    attribution.attribution_model,
    attribution.touch_id,
    attribution.touched_at,
    attribution.touch_type,
    attribution.channel,
    attribution.campaign_key,
    attribution.weight,
    attribution.is_claimed,
    opportunities.created_on,
    {{ month_start('opportunities.created_on') }} as created_month,
    opportunities.type,
    opportunities.is_won,
    {{ money('opportunities.amount_usd * attribution.weight') }} as attributed_amount_usd
from attribution
inner join opportunities
    on attribution.opportunity_id = opportunities.opportunity_id
