with lifetimes as (

    select * from {{ ref('int_server_lifetimes') }}

),

server_accounts as (

    select * from {{ ref('int_server_accounts') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

versions as (

    select * from {{ ref('dim_server_versions') }}

),

editions as (

    select * from {{ ref('map_server_editions') }}

)

select
    lifetimes.server_id,
    server_accounts.account_id,
    accounts.segment,
    accounts.region,
    lifetimes.first_seen_on,
    lifetimes.last_seen_on,
    lifetimes.days_seen,
    lifetimes.current_version,
    lifetimes.current_version_sort_key,
    versions.release_line as current_release_line,
    coalesce(versions.support_status, 'unknown') as current_support_status,
    coalesce(versions.is_lts, false) as is_on_lts,
    lifetimes.edition,
    editions.edition_rank,
    {{ is_true('editions.is_license_required') }} as is_licensed_edition,
    lifetimes.database_type,
    lifetimes.operating_system,
    lifetimes.is_container,
    lifetimes.country_code,
    -- a server that was silent for longer than pings may be late is gone
    lifetimes.last_seen_on >= {{ date_add_days(as_of(), -var('server_silent_days')) }} as is_alive,
    -- servers of nobody we know are customers' like any other
    coalesce(accounts.is_reportable, true) as is_reportable
from lifetimes
left join server_accounts
    on lifetimes.server_id = server_accounts.server_id
left join accounts
    on server_accounts.account_id = accounts.account_id
left join versions
    on lifetimes.current_version = versions.version
left join editions
    on lifetimes.edition = editions.edition
