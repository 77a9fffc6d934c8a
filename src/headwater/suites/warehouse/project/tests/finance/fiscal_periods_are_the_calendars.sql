{{ config(meta={
    'symptom': "Ledger periods are put on the wrong months: figures of the fiscal year are shifted.",
    'business': "The fiscal quarters in finance reports are shifted by a month.",
}) }}
select ledger.fiscal_period, ledger.month_start, dates.fiscal_period as calendar_period
from {{ ref('fct_gl_monthly') }} as ledger
inner join {{ ref('dim_dates') }} as dates on ledger.month_start = dates.date_day
where ledger.fiscal_period <> dates.fiscal_period
