{%- set models = ['time_decay', 'w_shaped', 'last_paid'] -%}
{%- set half_life_days = 14 -%}

-- Weights of touches before an opportunity in growth's own models. Marketing's four models are in int_opportunity_attribution and
-- are not repeated here; agg_growth_attribution_quarterly puts all seven together.
--
--   time_decay   a touch counts half of one that is {{ half_life_days }} days younger, in steps
--   w_shaped     30 % first touch, 30 % the touch that made the lead (last one before it), 30 % last touch, 10 % the rest. A touch
--                that is two of these has both shares; without a rest, the ten per cent go to the last touch
--   last_paid    the last paid touch takes all; without one, the last touch. The model that the agency was paid by until
--                June 2023 (contract MK-114), kept for the comparison
--
-- Weights of an opportunity add up to one in each model, in six places; the last touch takes the remainder.

with touches as (

    select
        opportunity_id,
        touch_id,
        touched_at,
        touch_type,
        channel,
        campaign_key,
        person_id,
        touch_position,
        touch_count
    from {{ ref('int_opportunity_touches') }}

),

opportunities as (

    select
        opportunity_id,
        created_at,
        created_on
    from {{ ref('fct_opportunities') }}

),

lead_moments as (

    -- when somebody of the opportunity became a lead: the oldest one whose conversion it was
    select
        opportunity_id,
        min(created_at) as lead_at
    from {{ ref('int_lead_milestones') }}
    where opportunity_id is not null
    group by opportunity_id

),

dated as (

    select
        touches.*,
        opportunities.created_at as opportunity_at,
        greatest({{ date_diff_days('touches.touched_at', 'opportunities.created_at') }}, 0) as days_before,
        touches.touch_position = 1 as is_first,
        touches.touch_position = touches.touch_count as is_last,
        {{ is_paid_channel('touches.channel') }} as is_paid,
        coalesce(touches.touched_at <= lead_moments.lead_at, false) as is_before_lead
    from touches
    inner join opportunities
        on touches.opportunity_id = opportunities.opportunity_id
    left join lead_moments
        on touches.opportunity_id = lead_moments.opportunity_id

),

placed as (

    select
        dated.*,
        max(case when is_before_lead then touch_position end) over (partition by opportunity_id) as lead_position,
        max(case when is_paid then touch_position end) over (partition by opportunity_id) as last_paid_position
    from dated

),

raw_weights as (

    select
        placed.*,
        {{ growth_decay('days_before', half_life_days) }} as time_decay_raw,
        cast(
            case when is_first then 0.3 else 0 end
            + case when touch_position = coalesce(lead_position, touch_count) then 0.3 else 0 end
            + case when is_last then 0.3 else 0 end
            + case
                when not is_first and not is_last and touch_position <> coalesce(lead_position, touch_count)
                    then 0.1 / nullif(touch_count - 2 - case when coalesce(lead_position, touch_count) in (1, touch_count) then 0 else 1 end, 0)
                else 0
            end
            as decimal(18, 8)
        ) as w_shaped_raw,
        cast(case when touch_position = coalesce(last_paid_position, touch_count) then 1 else 0 end as decimal(18, 8)) as last_paid_raw
    from placed

),

totals as (

    select
        opportunity_id
        {%- for model in models %},
        sum({{ model }}_raw) as {{ model }}_total
        {%- endfor %}
    from raw_weights
    group by opportunity_id

),

weighted as (

    select
        raw_weights.opportunity_id,
        raw_weights.touch_id,
        raw_weights.touched_at,
        raw_weights.touch_type,
        raw_weights.channel,
        raw_weights.campaign_key,
        raw_weights.person_id,
        raw_weights.touch_position,
        raw_weights.touch_count,
        raw_weights.days_before
        {%- for model in models %},
        {{ growth_normalised('raw_weights.' ~ model ~ '_raw', 'totals.' ~ model ~ '_total', 'raw_weights.is_last', 'raw_weights.opportunity_id') }} as {{ model }}_weight
        {%- endfor %}
    from raw_weights
    inner join totals
        on raw_weights.opportunity_id = totals.opportunity_id

)

{% for model in models %}
select
    opportunity_id,
    '{{ model }}' as attribution_model,
    touch_id,
    touched_at,
    touch_type,
    channel,
    campaign_key,
    person_id,
    touch_position,
    touch_count,
    days_before,
    {{ model }}_weight as weight
from weighted
where {{ model }}_weight > 0
{{ 'union all' if not loop.last }}
{% endfor %}
