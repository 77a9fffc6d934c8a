-- Cash by month against what was billed, and what the exchange rate gained or lost between invoice and payment.
with cash as (
    select
        {{ month_start('date_day') }} as month_start,
        sum(received_usd) as received_usd,
        sum(fee_usd) as fee_usd,
        sum(refunded_usd) as refunded_usd,
        sum(withheld_usd) as withheld_usd,
        sum(net_cash_usd) as net_cash_usd
    from {{ ref('fct_cash_daily') }}
    group by {{ month_start('date_day') }}
),

payments as (
    select
        paid_month as month_start,
        count(*) as payments,
        sum(exchange_gain_usd) as exchange_gain_usd,
        {{ safe_divide('sum(days_from_invoice)', 'count(*)', 2) }} as average_days_to_pay
    from {{ ref('fct_payments') }}
    group by paid_month
),

billed as (
    select
        month_start,
        billed_usd
    from {{ ref('rpt_days_sales_outstanding') }}
)

select
    billed.month_start,
    billed.billed_usd,
    {{ money('coalesce(cash.received_usd, 0)') }} as received_usd,
    {{ money('coalesce(cash.fee_usd, 0)') }} as fee_usd,
    {{ money('coalesce(cash.refunded_usd, 0)') }} as refunded_usd,
    {{ money('coalesce(cash.withheld_usd, 0)') }} as withheld_usd,
    {{ money('coalesce(cash.net_cash_usd, 0)') }} as net_cash_usd,
    coalesce(payments.payments, 0) as payments,
    {{ money('coalesce(payments.exchange_gain_usd, 0)') }} as exchange_gain_usd,
    payments.average_days_to_pay,
    {{ safe_divide('coalesce(cash.received_usd, 0)', 'billed.billed_usd') }} as collected_share
from billed
left join cash
    on billed.month_start = cash.month_start
left join payments
    on billed.month_start = payments.month_start
