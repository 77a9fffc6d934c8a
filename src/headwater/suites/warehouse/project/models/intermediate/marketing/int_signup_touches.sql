-- Touches of the very visitor that signed up, in the 90 days before.
with signups as (

    select * from {{ ref('int_signups') }}
    where anonymous_id is not null

),

touches as (

    select * from {{ ref('int_touches_identified') }}
    where is_attributable
        and anonymous_id is not null

)

select
    signups.user_id,
    touches.touch_id,
    touches.touched_at,
    touches.channel,
    touches.campaign_key,
    row_number() over (partition by signups.user_id order by touches.touched_at, touches.touch_id) as touch_position,
    count(*) over (partition by signups.user_id) as touch_count
from signups
inner join touches
    on signups.anonymous_id = touches.anonymous_id
    and {{ within_lookback('touches.touched_at', 'signups.signed_up_at', var('signup_lookback_days', 90)) }}
