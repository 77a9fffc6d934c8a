{{ config(materialized='table') }}

-- Which licence follows which. More seats or another edition within a term is a new licence that the licence server
-- links itself (a version). A renewal it only notes as an event of the old licence: the one that follows is the
-- account's next paid licence that starts after it.
with licenses as (
    select
        licenses.license_id,
        licenses.starts_on,
        licenses.expires_on,
        licenses.issued_at,
        licenses.replaced_by_license_id,
        owners.account_id
    from {{ ref('stg_licensing__licenses') }} as licenses
    inner join {{ ref('int_license_accounts') }} as owners
        on licenses.license_id = owners.license_id
    where {{ is_paid_sku('licenses.sku') }}
),

versions as (
    select
        license_id,
        replaced_by_license_id as next_license_id,
        'version' as link_kind
    from licenses
    where replaced_by_license_id is not null
),

renewed as (
    select distinct license_id
    from {{ ref('stg_licensing__license_events') }}
    where event_type = 'renewed'
),

followers as (
    select
        licenses.license_id,
        next_licenses.license_id as next_license_id,
        next_licenses.starts_on,
        next_licenses.issued_at
    from licenses
    inner join renewed
        on licenses.license_id = renewed.license_id
    inner join licenses as next_licenses
        on licenses.account_id = next_licenses.account_id
        and next_licenses.starts_on > licenses.expires_on
    where licenses.replaced_by_license_id is null
),

first_followers as (
    {{ deduplicate('followers', 'license_id', 'starts_on, issued_at, next_license_id') }}
)

select
    license_id,
    next_license_id,
    link_kind
from versions

union all

select
    license_id,
    next_license_id,
    'renewal' as link_kind
from first_followers
