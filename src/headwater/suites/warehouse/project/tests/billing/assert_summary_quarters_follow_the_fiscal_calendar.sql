select
    summary.month_start,
    summary.fiscal_quarter,
    dates.fiscal_quarter as fiscal_quarter_of_calendar
from {{ ref('rpt_billing_summary') }} as summary
inner join {{ ref('dim_dates') }} as dates
    on summary.month_start = dates.date_day
where summary.fiscal_quarter <> dates.fiscal_quarter
