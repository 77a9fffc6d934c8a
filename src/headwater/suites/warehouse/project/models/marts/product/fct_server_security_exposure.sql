-- One row a server and advisory that ever applied to it.
with exposures as (

    select * from {{ ref('int_server_advisory_exposures') }}

),

servers as (

    select * from {{ ref('dim_servers') }}

),

severities as (

    select * from {{ ref('map_advisory_severities') }}

),

combined as (

    select
        server_id,
        advisory_id,
        severity,
        published_on,
        fixed_in_version,
        min(exposed_from) as exposed_from,
        max(exposed_to) as exposed_to,
        sum({{ date_diff_days('exposed_from', 'exposed_to') }}) as days_exposed,
        {{ any_true('is_last_version') }} as ends_exposed
    from exposures
    group by server_id, advisory_id, severity, published_on, fixed_in_version

)

select
    {{ surrogate_key(['combined.server_id', 'combined.advisory_id']) }} as exposure_id,
    combined.server_id,
    servers.account_id,
    combined.advisory_id,
    combined.severity,
    severities.severity_rank,
    combined.published_on,
    combined.fixed_in_version,
    combined.exposed_from,
    combined.exposed_to,
    combined.days_exposed,
    {{ to_date(date_add_days('combined.exposed_from', 'severities.patch_within_days')) }} as patch_due_on,
    combined.ends_exposed and servers.is_alive as is_open,
    combined.days_exposed > severities.patch_within_days as is_overdue
from combined
inner join servers
    on combined.server_id = servers.server_id
left join severities
    on combined.severity = severities.severity
