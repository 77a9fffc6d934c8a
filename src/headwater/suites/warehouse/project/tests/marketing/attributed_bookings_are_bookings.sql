select
    bookings.opportunity_id,
    attributed.attribution_model,
    max(bookings.acv_usd) as acv_usd,
    sum(attributed.attributed_acv_usd) as attributed_acv_usd
from {{ ref('fct_bookings') }} as bookings
inner join {{ ref('fct_attributed_bookings') }} as attributed
    on bookings.opportunity_id = attributed.opportunity_id
group by bookings.opportunity_id, attributed.attribution_model
having abs(max(bookings.acv_usd) - sum(attributed.attributed_acv_usd)) > 0.01
