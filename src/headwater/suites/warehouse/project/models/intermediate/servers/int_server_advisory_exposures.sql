-- From when to when a server ran a version to which a published advisory applies. Nobody can act before publication,
-- so exposure begins with it.
with periods as (

    select * from {{ ref('int_server_version_periods') }}

),

servers as (

    select * from {{ ref('dim_servers') }}

),

advisories as (

    select * from {{ ref('stg_releases__security_advisories') }}
    where published_on <= {{ as_of() }}

)

select
    periods.server_id,
    advisories.advisory_id,
    advisories.severity,
    advisories.published_on,
    advisories.fixed_in_version,
    periods.version,
    greatest(periods.valid_from, advisories.published_on) as exposed_from,
    -- a server that went silent is exposed no longer than it was seen
    coalesce(periods.valid_to, {{ to_date(date_add_days('servers.last_seen_on', 1)) }}) as exposed_to,
    periods.valid_to is null as is_last_version
from periods
inner join servers
    on periods.server_id = servers.server_id
inner join advisories
    on
        periods.version_sort_key >= advisories.affects_from_sort_key
        and periods.version_sort_key < advisories.fixed_in_sort_key
where coalesce(periods.valid_to, {{ to_date(date_add_days('servers.last_seen_on', 1)) }}) > advisories.published_on
