{{ config(materialized='table') }}

-- Paid licences as they really ran. A licence holds to its last day; one that was revoked or replaced holds to the day
-- before, so that a chain never has two at a time. A renewal that begins within the grace period closes the gap before
-- it (covered_until): the customer never stopped paying.
with licenses as (
    select * from {{ ref('stg_licensing__licenses') }}
),

chains as (
    select * from {{ ref('int_license_chains') }}
),

owners as (
    select * from {{ ref('int_license_accounts') }}
),

links as (
    select * from {{ ref('int_license_links') }}
),

paired as (
    select
        licenses.license_id,
        chains.chain_id,
        chains.term_number,
        chains.version_number,
        owners.account_id,
        licenses.sku,
        licenses.seats,
        {{ to_date('licenses.issued_at') }} as issued_on,
        licenses.starts_on,
        licenses.expires_on,
        {{ to_date('licenses.revoked_at') }} as revoked_on,
        links.link_kind as next_link_kind,
        links.next_license_id,
        next_licenses.starts_on as next_starts_on
    from licenses
    inner join chains
        on licenses.license_id = chains.license_id
    inner join owners
        on licenses.license_id = owners.license_id
    left join links
        on licenses.license_id = links.license_id
    left join licenses as next_licenses
        on links.next_license_id = next_licenses.license_id
),

ended as (
    select
        *,
        least(
            expires_on,
            coalesce({{ day_before('revoked_on') }}, expires_on),
            coalesce({{ day_before('next_starts_on') }}, expires_on)
        ) as ends_on
    from paired
)

select
    license_id,
    chain_id,
    term_number,
    version_number,
    account_id,
    sku,
    seats,
    issued_on,
    starts_on,
    expires_on,
    revoked_on,
    ends_on,
    case
        when next_link_kind = 'renewal'
            and next_starts_on > {{ day_after('expires_on') }}
            and next_starts_on <= {{ grace_ends_on('expires_on') }}
            then {{ day_before('next_starts_on') }}
        else ends_on
    end as covered_until,
    next_license_id,
    next_link_kind,
    lag(seats) over (partition by chain_id, term_number order by version_number) as previous_seats,
    lag(sku) over (partition by chain_id, term_number order by version_number) as previous_sku
from ended
