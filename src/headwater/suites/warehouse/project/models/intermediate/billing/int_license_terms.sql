{{ config(materialized='table') }}

-- One row a term of a chain: what its last version says of seats and value, and the renewal that followed, if one did.
with versions as (
    select * from {{ ref('int_license_versions') }}
),

monthly_values as (
    select * from {{ ref('int_license_values') }}
),

spans as (
    select
        chain_id,
        term_number,
        min(starts_on) as starts_on,
        max(version_number) as versions
    from versions
    group by chain_id, term_number
),

last_versions as (
    select
        versions.*,
        spans.starts_on as term_starts_on,
        spans.versions,
        {{ annualise('monthly_values.mrr_usd') }} as annual_value_usd
    from versions
    inner join spans
        on versions.chain_id = spans.chain_id
        and versions.term_number = spans.term_number
        and versions.version_number = spans.versions
    inner join monthly_values
        on versions.license_id = monthly_values.license_id
),

first_versions as (
    select
        versions.*,
        {{ annualise('monthly_values.mrr_usd') }} as annual_value_usd
    from versions
    inner join monthly_values
        on versions.license_id = monthly_values.license_id
    where versions.version_number = 1
)

select
    {{ surrogate_key(['last_versions.chain_id', 'last_versions.term_number']) }} as license_term_id,
    last_versions.chain_id,
    last_versions.term_number,
    last_versions.license_id as last_license_id,
    last_versions.account_id,
    last_versions.sku,
    last_versions.seats,
    last_versions.versions,
    last_versions.term_starts_on as starts_on,
    last_versions.expires_on as due_on,
    last_versions.revoked_on is not null as was_revoked,
    last_versions.annual_value_usd,
    first_versions.license_id as next_license_id,
    first_versions.issued_on as next_issued_on,
    first_versions.starts_on as next_starts_on,
    first_versions.seats as next_seats,
    first_versions.annual_value_usd as next_annual_value_usd
from last_versions
left join first_versions
    on last_versions.chain_id = first_versions.chain_id
    and last_versions.term_number + 1 = first_versions.term_number
