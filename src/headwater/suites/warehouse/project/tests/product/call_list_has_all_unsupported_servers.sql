with expected as (

    select servers.server_id
    from {{ ref('dim_servers') }} as servers
    inner join {{ ref('stg_releases__versions') }} as versions
        on servers.current_version = versions.version
    where
        servers.account_id is not null
        and servers.is_reportable
        and servers.last_seen_on >= {{ date_add_days(as_of(), -var('server_silent_days')) }}
        and versions.end_of_support_on < {{ as_of() }}

),

listed as (

    select server_id
    from {{ ref('rpt_unsupported_servers') }}
    where current_support_status = 'unsupported'

)

select coalesce(expected.server_id, listed.server_id) as server_id
from expected
full outer join listed
    on expected.server_id = listed.server_id
where expected.server_id is null or listed.server_id is null
