select
    server_id,
    month_start,
    version,
    latest_version,
    days_behind,
    releases_behind
from {{ ref('fct_server_version_lag_monthly') }}
where
    (version = latest_version and (days_behind <> 0 or releases_behind <> 0))
    or (version <> latest_version and releases_behind <= 0)
