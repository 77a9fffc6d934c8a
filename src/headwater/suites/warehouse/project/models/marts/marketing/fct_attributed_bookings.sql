-- Bookings shared out by the weights of their opportunities. Renewals are in no model. Filter on one model.
with attribution as (

    select * from {{ ref('int_opportunity_attribution') }}

),

bookings as (

    select * from {{ ref('fct_bookings') }}

)

select
    {{ surrogate_key(['attribution.opportunity_id', 'attribution.attribution_model', 'attribution.touch_id']) }} as attributed_booking_id,
    attribution.opportunity_id,
    bookings.account_id,
    bookings.crm_account_id,
    attribution.attribution_model,
    attribution.touch_id,
    attribution.channel,
    attribution.campaign_key,
    attribution.weight,
    attribution.is_claimed,
    bookings.booked_on,
    bookings.month_start,
    bookings.fiscal_quarter,
    bookings.booking_type,
    {{ money('bookings.acv_usd * attribution.weight') }} as attributed_acv_usd,
    {{ money('bookings.tcv_usd * attribution.weight') }} as attributed_tcv_usd
from attribution
inner join bookings
    on attribution.opportunity_id = bookings.opportunity_id
