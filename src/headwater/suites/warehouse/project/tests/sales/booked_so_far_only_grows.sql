select *
from (
    select
        week_ending_on,
        fiscal_quarter,
        booked_tcv_usd,
        lag(booked_tcv_usd) over (partition by fiscal_quarter order by week_ending_on) as booked_before_usd
    from {{ ref('fct_forecast_weekly') }}
) as weeks
where booked_tcv_usd < booked_before_usd
