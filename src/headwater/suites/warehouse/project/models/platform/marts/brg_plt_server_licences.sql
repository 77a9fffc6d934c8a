-- srv <-> licence, with the time in which the pair was seen. Unknown keys have no licence and stay for the audit.
select
    {{ surrogate_key(['m.server_id', 'm.license_key']) }} as server_licence_id,
    m.server_id,
    m.license_key,
    m.license_id,
    m.account_id as licence_account_id,
    s.account_id as server_account_id,
    m.sku,
    m.first_used_on,
    m.last_used_on,
    m.days_used,
    m.match_rank = 1 as is_current,
    m.is_known_key,
    coalesce(m.account_id <> s.account_id, false) as is_foreign,
    count(*) over (partition by m.license_key) as servers_on_key,
    count(*) over (partition by m.server_id) as keys_on_server
from {{ ref('int_server_license_matches') }} m
join {{ ref('dim_servers') }} s on m.server_id = s.server_id
where s.is_reportable
