select
    payments.payment_id,
    payments.currency,
    payments.amount,
    payments.amount_usd,
    rates.usd_per_unit
from {{ ref('fct_payments') }} as payments
left join {{ ref('int_fx_rates_daily') }} as rates
    on payments.currency = rates.currency
    and payments.paid_on = rates.rate_date
where rates.rate_date is null
    or abs(payments.amount_usd - payments.amount * rates.usd_per_unit) > 0.01
