{{ config(meta={
    'symptom': "In the licence compliance report, licences have other seats than were sold, and customers count as over or under them by mistake.",
    'business': "The seats in the compliance report are not those on the contract."
}) }}

select
    reported.license_id,
    reported.seats,
    licenses.seats as sold_seats
from {{ ref('rpt_license_compliance') }} as reported
inner join {{ ref('stg_licensing__licenses') }} as licenses
    on reported.license_id = licenses.license_id
where reported.seats <> licenses.seats
