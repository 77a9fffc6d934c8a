with finals as (
    select fiscal_quarter, max(final_tcv_usd) as final_tcv_usd
    from {{ ref('fct_forecast_weekly') }}
    where final_tcv_usd is not null
    group by fiscal_quarter
),

booked as (
    select fiscal_quarter, sum(tcv_usd) as tcv_usd
    from {{ ref('rpt_bookings_by_quarter') }}
    group by fiscal_quarter
)

select finals.fiscal_quarter, finals.final_tcv_usd, booked.tcv_usd
from finals
left join booked on finals.fiscal_quarter = booked.fiscal_quarter
where abs(finals.final_tcv_usd - coalesce(booked.tcv_usd, 0)) > 0.01
