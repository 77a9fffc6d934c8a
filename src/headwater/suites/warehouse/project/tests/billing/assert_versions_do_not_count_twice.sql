with versions as (
    select
        license_id,
        account_id,
        chain_id,
        starts_on,
        ends_on
    from {{ ref('fct_licenses') }}
    where is_paid
)

select
    earlier.license_id,
    later.license_id as later_license_id
from versions as earlier
inner join versions as later
    on earlier.chain_id = later.chain_id
    and earlier.license_id <> later.license_id
    and earlier.starts_on <= later.starts_on
    and earlier.ends_on >= later.starts_on
