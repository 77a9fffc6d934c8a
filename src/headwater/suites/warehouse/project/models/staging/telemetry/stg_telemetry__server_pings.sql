with source as (

    select * from {{ source('telemetry', 'server_pings') }}

),

deduplicated as (

    {{ deduplicate('source', partition_by='ping_id', order_by='received_at, _loaded_at') }}

)

select
    ping_id,
    server_id,
    nullif(trim(license_key), '') as license_key,
    version as reported_version,
    {{ version_number('version') }} as version,
    {{ version_sort_key('version') }} as version_sort_key,
    {{ is_prerelease('version') }} as is_prerelease,
    lower(edition) as edition,
    received_at,
    {{ to_date('received_at') }} as ping_date,
    {{ known_count('daily_active_users') }} as daily_active_users,
    {{ known_count('monthly_active_users') }} as monthly_active_users,
    {{ known_count('registered_users') }} as registered_users,
    lower(database_type) as database_type,
    lower(operating_system) as operating_system,
    {{ is_true('is_container') }} as is_container,
    {{ normalise_country('country') }} as country_code,
    {{ is_true('is_developer_build') }} as is_developer_build,
    _loaded_at as loaded_at
from deduplicated
