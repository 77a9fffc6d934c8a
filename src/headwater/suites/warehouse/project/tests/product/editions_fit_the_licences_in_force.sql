select
    usage.server_id,
    usage.sku,
    servers.edition
from {{ ref('fct_server_license_usage') }} as usage
inner join {{ ref('dim_servers') }} as servers
    on usage.server_id = servers.server_id
left join {{ ref('map_server_editions') }} as editions
    on servers.edition = editions.edition
where
    usage.is_current
    and usage.last_used_on = servers.last_seen_on
    and usage.sku <> 'SM-TRIAL'
    and usage.expires_on >= servers.last_seen_on
    and editions.sku <> usage.sku
