select ledger.fiscal_period, ledger.month_start, dates.fiscal_period as calendar_period
from {{ ref('fct_gl_monthly') }} as ledger
inner join {{ ref('dim_dates') }} as dates on ledger.month_start = dates.date_day
where ledger.fiscal_period <> dates.fiscal_period
