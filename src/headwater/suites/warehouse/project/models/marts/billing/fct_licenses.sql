-- Licences, trials too, with their place in their chain, what they are worth and how long they really held.
with licenses as (
    select * from {{ ref('stg_licensing__licenses') }}
),

owners as (
    select * from {{ ref('int_license_accounts') }}
),

chains as (
    select * from {{ ref('int_license_chains') }}
),

versions as (
    select * from {{ ref('int_license_versions') }}
),

monthly_values as (
    select * from {{ ref('int_license_values') }}
),

activations as (
    select
        license_id,
        min(occurred_at) as activated_at,
        count(distinct server_id) as servers
    from {{ ref('stg_licensing__license_events') }}
    where event_type = 'activated'
    group by license_id
)

select
    licenses.license_id,
    licenses.license_key,
    owners.account_id,
    owners.matched_by as account_matched_by,
    licenses.crm_opportunity_id,
    licenses.sku,
    {{ is_paid_sku('licenses.sku') }} as is_paid,
    licenses.seats,
    {{ to_date('licenses.issued_at') }} as issued_on,
    licenses.starts_on,
    licenses.expires_on,
    {{ to_date('licenses.revoked_at') }} as revoked_on,
    coalesce(versions.ends_on, licenses.expires_on) as ends_on,
    coalesce(versions.covered_until, licenses.expires_on) as covered_until,
    versions.next_license_id,
    versions.next_link_kind,
    chains.chain_id,
    chains.term_number,
    chains.version_number,
    chains.chain_length,
    {{ to_date('activations.activated_at') }} as activated_on,
    coalesce(activations.servers, 0) as servers,
    monthly_values.valued_by,
    {{ money('coalesce(monthly_values.mrr_usd, 0)') }} as mrr_usd
from licenses
inner join owners
    on licenses.license_id = owners.license_id
left join chains
    on licenses.license_id = chains.license_id
left join versions
    on licenses.license_id = versions.license_id
left join monthly_values
    on licenses.license_id = monthly_values.license_id
left join activations
    on licenses.license_id = activations.license_id
