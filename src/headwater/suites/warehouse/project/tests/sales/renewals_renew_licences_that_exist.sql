select bookings.opportunity_id, bookings.renewed_license_id
from {{ ref('fct_bookings') }} as bookings
left join {{ ref('stg_licensing__licenses') }} as licenses
    on bookings.renewed_license_id = licenses.license_id
where bookings.renewed_license_id is not null
    and licenses.license_id is null
