-- Bookings by fiscal quarter and kind with their growth over a year: the figures of the board's sales page.
with quarters as (

    select
        fiscal_quarter,
        fiscal_quarter_start,
        booking_type,
        sum(bookings) as bookings,
        sum(acv_usd) as acv_usd,
        sum(tcv_usd) as tcv_usd
    from {{ ref('agg_bookings_quarterly') }}
    group by fiscal_quarter, fiscal_quarter_start, booking_type

)

select
    {{ surrogate_key(['this_year.fiscal_quarter', 'this_year.booking_type']) }} as bookings_report_id,
    this_year.fiscal_quarter,
    this_year.fiscal_quarter_start,
    this_year.booking_type,
    this_year.bookings,
    this_year.acv_usd,
    this_year.tcv_usd,
    last_year.acv_usd as acv_usd_year_ago,
    {{ safe_divide('this_year.acv_usd - last_year.acv_usd', 'last_year.acv_usd') }} as acv_growth
from quarters as this_year
left join quarters as last_year
    on this_year.booking_type = last_year.booking_type
    and last_year.fiscal_quarter_start = {{ to_date(date_add_months('this_year.fiscal_quarter_start', -12)) }}
