-- The list that customer success calls from: live servers of known accounts out of support or soon to be.
with servers as (

    select * from {{ ref('dim_servers') }}
    where is_alive and is_reportable and account_id is not null

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

versions as (

    select * from {{ ref('dim_server_versions') }}

),

open_exposures as (

    select
        server_id,
        count(*) as open_advisories,
        max(severity_rank) as worst_severity_rank
    from {{ ref('fct_server_security_exposure') }}
    where is_open
    group by server_id

)

select
    servers.server_id,
    servers.account_id,
    accounts.account_name,
    accounts.segment,
    servers.edition,
    servers.current_version,
    servers.current_support_status,
    versions.end_of_support_on,
    {{ date_diff_days('versions.end_of_support_on', as_of()) }} as days_past_support,
    coalesce(open_exposures.open_advisories, 0) as open_advisories,
    open_exposures.worst_severity_rank
from servers
inner join accounts
    on servers.account_id = accounts.account_id
inner join versions
    on servers.current_version = versions.version
left join open_exposures
    on servers.server_id = open_exposures.server_id
where servers.current_support_status in ('unsupported', 'ending')
