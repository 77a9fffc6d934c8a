-- Bookings by quarter, territory and kind. What nobody's territory holds is under 'unassigned'.
with bookings as (

    select
        *,
        coalesce(territory_id, 'unassigned') as booked_territory_id
    from {{ ref('reg_bookings') }}

)

select
    {{ surrogate_key(['fiscal_quarter', 'booked_territory_id', 'booking_type', 'product_line']) }} as bookings_quarter_id,
    fiscal_quarter,
    {{ fiscal_quarter_start('min(booked_on)') }} as fiscal_quarter_start,
    booked_territory_id as territory_id,
    coalesce(max(sales_region), 'Unassigned') as sales_region,
    booking_type,
    product_line,
    count(*) as bookings,
    count(distinct crm_account_id) as accounts,
    sum(acv_usd) as acv_usd,
    sum(tcv_usd) as tcv_usd,
    sum(quota_acv_usd) as quota_acv_usd,
    sum(seats) as seats
from bookings
group by fiscal_quarter, booked_territory_id, booking_type, product_line
