with fleet as (

    select * from {{ ref('agg_server_fleet_monthly') }}

)

select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    edition,
    servers,
    accounts,
    monthly_active_users,
    servers_at_month_end,
    unsupported_servers,
    median_days_behind,
    {{ safe_divide('counting_servers', 'servers') }} as counting_share,
    {{ safe_divide('monthly_active_users', 'counting_servers', 2) }} as users_per_server,
    {{ safe_divide('unsupported_servers', 'servers_at_month_end') }} as unsupported_share,
    {{ safe_divide('lts_servers', 'servers_at_month_end') }} as lts_share
from fleet
