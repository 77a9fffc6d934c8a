select bookings.opportunity_id, bookings.booked_on, bookings.fiscal_quarter, dates.fiscal_quarter as calendar_fiscal_quarter
from {{ ref('fct_bookings') }} as bookings
inner join {{ ref('dim_dates') }} as dates
    on bookings.booked_on = dates.date_day
where bookings.fiscal_quarter <> dates.fiscal_quarter
