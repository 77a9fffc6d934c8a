-- Licence keys as the fleet uses them: who shares one, who went on after the end, who moved it. One row a key that was ever seen.
with p as (
    select server_id, license_key, license_id, licence_account_id, server_account_id, first_used_on, last_used_on, days_used, is_current, is_known_key
    from {{ ref('brg_plt_server_licences') }}
), o as (
    -- two servers at a time: pairs whose times on the key overlap
    select a.license_key, count(*) as overlapping_pairs
    from p a
    join p b on a.license_key = b.license_key and a.server_id < b.server_id
        and a.first_used_on <= b.last_used_on and b.first_used_on <= a.last_used_on
    group by a.license_key
), k as (
    select
        license_key,
        max(license_id) as license_id,
        max(licence_account_id) as account_id,
        count(*) as servers,
        count(distinct server_account_id) as server_accounts,
        min(first_used_on) as first_used_on,
        max(last_used_on) as last_used_on,
        sum(days_used) as server_days,
        {{ count_where('is_current') }} as current_servers,
        {{ any_true('is_known_key') }} as is_known_key
    from p
    group by license_key
), l as (
    select license_id, sku, seats, starts_on, expires_on, covered_until, revoked_on, next_license_id, servers as activated_servers
    from {{ ref('fct_licenses') }}
)
select
    k.license_key,
    k.license_id,
    k.account_id,
    l.sku,
    l.seats,
    k.servers,
    k.current_servers,
    k.server_accounts,
    l.activated_servers,
    k.first_used_on,
    k.last_used_on,
    k.server_days,
    coalesce(o.overlapping_pairs, 0) as overlapping_pairs,
    {{ date_diff_days('l.starts_on', 'k.first_used_on') }} as days_from_start_to_use,
    greatest(coalesce({{ date_diff_days('l.expires_on', 'k.last_used_on') }}, 0), 0) as days_used_past_expiry,
    k.is_known_key,
    case
        when not k.is_known_key then 'unknown key'
        when l.revoked_on < k.last_used_on then 'used after revocation'
        when {{ date_diff_days('l.covered_until', 'k.last_used_on') }} > {{ grace_days() }} and l.next_license_id is null then 'used after grace'
        when k.server_accounts > 1 then 'shared by accounts'
        when coalesce(o.overlapping_pairs, 0) > 0 then 'shared by servers'
        else 'clean'
    end as finding
from k
left join o on k.license_key = o.license_key
left join l on k.license_id = l.license_id
