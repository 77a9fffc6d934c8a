select
    reported.license_id,
    reported.seats,
    licenses.seats as sold_seats
from {{ ref('rpt_license_compliance') }} as reported
inner join {{ ref('stg_licensing__licenses') }} as licenses
    on reported.license_id = licenses.license_id
where reported.seats <> licenses.seats
