select
    receivables.invoice_id,
    receivables.month_start,
    receivables.open_amount_usd,
    rates.usd_per_unit
from {{ ref('fct_receivables_monthly') }} as receivables
inner join {{ ref('int_fx_rates_daily') }} as rates
    on receivables.currency = rates.currency
    and rates.rate_date = {{ month_end('receivables.month_start') }}
where abs(receivables.open_amount_usd - receivables.open_amount * rates.usd_per_unit) > 0.01
