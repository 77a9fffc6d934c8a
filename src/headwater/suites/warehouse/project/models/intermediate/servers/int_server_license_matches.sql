-- The licence behind each key that a server used, and whose it is. A key that the licence server does not know (typed
-- by hand, or of a licence that was purged) leaves the match empty.
with periods as (

    select * from {{ ref('int_server_license_periods') }}

),

license_keys as (

    select * from {{ ref('int_license_keys') }}

),

owners as (

    select * from {{ ref('int_license_accounts') }}

)

select
    periods.server_id,
    periods.license_key,
    periods.first_used_on,
    periods.last_used_on,
    periods.days_used,
    license_keys.license_id,
    owners.account_id,
    license_keys.sku,
    license_keys.seats,
    license_keys.starts_on,
    license_keys.expires_on,
    license_keys.revoked_at,
    license_keys.license_id is not null as is_known_key,
    row_number() over (
        partition by periods.server_id
        order by periods.last_used_on desc, periods.first_used_on desc, periods.license_key
    ) as match_rank
from periods
left join license_keys
    on periods.license_key = license_keys.license_key
left join owners
    on license_keys.license_id = owners.license_id
