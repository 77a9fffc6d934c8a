select servers.server_id
from {{ ref('dim_servers') }} as servers
inner join {{ ref('stg_releases__versions') }} as versions
    on servers.current_version = versions.version
left join {{ ref('rpt_unsupported_servers') }} as listed
    on servers.server_id = listed.server_id
where
    servers.account_id is not null
    and servers.is_reportable
    and servers.last_seen_on >= {{ date_add_days(as_of(), -var('server_silent_days')) }}
    and {{ date_diff_days(as_of(), 'versions.end_of_support_on') }} between 0 and 60
    and listed.server_id is null
