-- Sign-ups shared out over the touches of the visitor who signed up. Filter on one model.
with attribution as (

    select * from {{ ref('int_signup_attribution') }}

),

signups as (

    select * from {{ ref('int_signups') }}

)

select
    {{ surrogate_key(['attribution.user_id', 'attribution.attribution_model', 'attribution.touch_id']) }} as attributed_signup_id,
    attribution.user_id,
    signups.account_id,
    signups.signed_up_on,
    {{ month_start('signups.signed_up_on') }} as month_start,
    signups.is_first_of_account,
    attribution.attribution_model,
    attribution.touch_id,
    attribution.channel,
    attribution.campaign_key,
    attribution.weight,
    attribution.is_claimed
from attribution
inner join signups
    on attribution.user_id = signups.user_id
