with rates as (
    select
        bookings.opportunity_id,
        rates.usd_per_unit,
        row_number() over (partition by bookings.opportunity_id order by rates.rate_date desc) as recency
    from {{ ref('fct_bookings') }} as bookings
    inner join {{ ref('stg_treasury__fx_rates') }} as rates
        on bookings.currency = rates.currency
        and rates.rate_date <= bookings.booked_on
        and rates.rate_date >= {{ to_date(date_add_days('bookings.booked_on', -10)) }}
)

select bookings.opportunity_id, bookings.tcv, bookings.tcv_usd, rates.usd_per_unit
from {{ ref('fct_bookings') }} as bookings
inner join rates
    on bookings.opportunity_id = rates.opportunity_id
    and rates.recency = 1
where abs(bookings.tcv * rates.usd_per_unit - bookings.tcv_usd) > 0.01
