-- licence x srv x month of use. Licence = the one that owns the key today (int_license_keys), also for months before a re-issue.
with m as (
    select server_id, month_start, license_key, edition, mau_peak, reg_peak, days_reported, last_day
    from {{ ref('int_plt_srv_months') }}
    where license_key is not null
), k as (
    select license_key, license_id, sku, seats, starts_on, expires_on, revoked_at
    from {{ ref('int_license_keys') }}
), e as (
    select edition, edition_rank, sku as edition_sku from {{ ref('map_server_editions') }}
), f as (
    select license_id, account_id, covered_until, ends_on, next_license_id, is_paid
    from {{ ref('fct_licenses') }}
)
select
    m.server_id,
    m.month_start,
    m.license_key,
    k.license_id,
    f.account_id,
    k.sku,
    f.is_paid,
    k.seats,
    k.starts_on,
    k.expires_on,
    f.covered_until,
    {{ to_date('k.revoked_at') }} as revoked_on,
    f.next_license_id,
    m.edition,
    e.edition_rank,
    m.mau_peak,
    m.reg_peak,
    m.days_reported,
    m.last_day,
    k.license_id is null as is_unknown_key,
    coalesce(k.sku <> 'SM-TRIAL' and e.edition_sku <> k.sku, false) as is_wrong_edition,
    greatest(coalesce({{ date_diff_days('k.expires_on', 'm.last_day') }}, 0), 0) as days_past_expiry,
    coalesce({{ to_date('k.revoked_at') }} < m.last_day, false) as is_used_revoked
from m
left join k on m.license_key = k.license_key
left join f on k.license_id = f.license_id
left join e on m.edition = e.edition
