with refunds as (
    select * from {{ ref('int_refunds_converted') }}
),

rates as (
    select * from {{ ref('int_fx_rates_daily') }}
)

select
    refunds.refund_id,
    refunds.charge_id,
    refunds.invoice_id,
    refunds.account_id,
    refunds.reason,
    refunds.refunded_on,
    {{ month_start('refunds.refunded_on') }} as refunded_month,
    refunds.currency,
    refunds.amount,
    refunds.amount_usd,
    -- cash leaves at the rate of its own day, unlike the invoice that it belongs to
    {{ usd_amount('refunds.amount', 'rates.usd_per_unit') }} as cash_amount_usd,
    refunds.revenue_loss_usd
from refunds
inner join rates
    on refunds.currency = rates.currency
    and refunds.refunded_on = rates.rate_date
