-- Servers at the end of each month, with their version's age and what is open on them.
with open_exposures as (

    select
        server_id,
        count(*) as open_advisories
    from {{ ref('fct_server_security_exposure') }}
    where is_open
    group by server_id

)

select
    lags.server_id,
    lags.month_start,
    {{ fiscal_quarter('lags.month_start') }} as fiscal_quarter,
    lags.account_id,
    servers.segment,
    servers.region,
    lags.edition,
    lags.version,
    lags.release_line,
    lags.releases_behind,
    lags.days_behind,
    lags.support_status,
    lags.is_lts,
    servers.is_container,
    servers.is_alive,
    coalesce(open_exposures.open_advisories, 0) as open_advisories_now
from {{ ref('fct_server_version_lag_monthly') }} as lags
inner join {{ ref('dim_servers') }} as servers
    on lags.server_id = servers.server_id
left join open_exposures
    on lags.server_id = open_exposures.server_id
