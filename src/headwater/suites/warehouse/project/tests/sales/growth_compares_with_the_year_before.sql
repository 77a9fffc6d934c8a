select this_year.fiscal_quarter, this_year.booking_type, this_year.acv_usd_year_ago, last_year.acv_usd
from {{ ref('rpt_bookings_by_quarter') }} as this_year
left join {{ ref('rpt_bookings_by_quarter') }} as last_year
    on this_year.booking_type = last_year.booking_type
    and right(this_year.fiscal_quarter, 2) = right(last_year.fiscal_quarter, 2)
    and cast(substr(this_year.fiscal_quarter, 3, 2) as integer) = cast(substr(last_year.fiscal_quarter, 3, 2) as integer) + 1
where coalesce(this_year.acv_usd_year_ago, 0) <> coalesce(last_year.acv_usd, 0)
