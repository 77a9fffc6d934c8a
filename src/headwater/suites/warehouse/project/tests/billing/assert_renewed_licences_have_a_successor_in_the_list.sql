with renewed as (
    select
        account_id,
        due_on,
        renewed_on,
        renewed_seats
    from {{ ref('fct_renewals') }}
    where term_type = 'license'
        and is_renewed
)

select
    renewed.account_id,
    renewed.due_on,
    count(licenses.license_id) as followers
from renewed
left join {{ ref('fct_licenses') }} as licenses
    on renewed.account_id = licenses.account_id
    and licenses.is_paid
    and licenses.version_number = 1
    and licenses.issued_on = renewed.renewed_on
    and licenses.starts_on > renewed.due_on
    and licenses.seats = renewed.renewed_seats
group by renewed.account_id, renewed.due_on
having count(licenses.license_id) <> 1
