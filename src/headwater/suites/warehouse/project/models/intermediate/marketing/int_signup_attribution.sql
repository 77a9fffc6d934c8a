{{ config(materialized='table') }}

-- Weights of touches by attribution model for sign-ups. A sign-up that no touch claims goes to the channel of the source
-- that the app noted.
with signups as (

    select * from {{ ref('int_signups') }}

),

touches as (

    select * from {{ ref('int_signup_touches') }}

),

weighted as (

    {{ union_attribution_models('touches', ['user_id', 'touch_id', 'touched_at', 'channel', 'campaign_key']) }}

),

unclaimed as (

    select
        signups.user_id,
        case signups.signup_source
            when 'paid' then 'unattributed'
            when 'partner' then 'partner'
            when 'sales' then 'sales'
            else 'direct'
        end as channel
    from signups
    left join touches
        on signups.user_id = touches.user_id
    where touches.user_id is null

)

select
    user_id,
    attribution_model,
    touch_id,
    touched_at,
    channel,
    campaign_key,
    weight,
    true as is_claimed
from weighted
where weight > 0
{% for model in attribution_models() %}
union all

select
    user_id,
    '{{ model }}' as attribution_model,
    cast(null as varchar) as touch_id,
    cast(null as timestamp) as touched_at,
    channel,
    cast(null as varchar) as campaign_key,
    cast(1 as decimal(9, 6)) as weight,
    false as is_claimed
from unclaimed
{% endfor %}
