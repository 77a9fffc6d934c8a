select
    reported.license_id,
    reported.account_id,
    licenses.account_id as license_account_id
from {{ ref('rpt_license_compliance') }} as reported
inner join {{ ref('fct_licenses') }} as licenses
    on reported.license_id = licenses.license_id
where reported.account_id <> licenses.account_id
