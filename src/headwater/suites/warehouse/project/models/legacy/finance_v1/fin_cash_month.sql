{{ config(materialized='table') }}

-- T. Whitlock, 2022-03-16. The bank by month and currency: in, fees, back, net. In the currency and in dollars of the day. Fees are in
-- dollars only, because the provider takes them from our dollar account.
with days as (

    select
        pay_month as month,
        currency,
        'in' as direction,
        amount,
        amount_usd,
        fee_usd
    from {{ ref('base_payments') }}
    where is_ok = 'Y'

    union all

    select
        back_month as month,
        currency,
        'refund' as direction,
        amount,
        amount_usd,
        0 as fee_usd
    from {{ ref('base_refunds') }}
    where back_kind = 'refund'

    union all

    select
        back_month as month,
        currency,
        'dispute' as direction,
        amount,
        amount_usd,
        0 as fee_usd
    from {{ ref('base_refunds') }}
    where back_kind = 'dispute'

),

summed as (

    select
        month,
        currency,
        sum(case when direction = 'in' then amount else 0 end) as received,
        sum(case when direction = 'in' then amount_usd else 0 end) as received_usd,
        sum(fee_usd) as fees_usd,
        sum(case when direction = 'refund' then amount_usd else 0 end) as refunded_usd,
        sum(case when direction = 'dispute' then amount_usd else 0 end) as withheld_usd,
        sum(case when direction = 'in' then 1 else 0 end) as receipts,
        sum(case when direction <> 'in' then 1 else 0 end) as returns
    from days
    group by month, currency

)

select
    month,
    currency,
    received,
    received_usd,
    fees_usd,
    refunded_usd,
    withheld_usd,
    received_usd - fees_usd - refunded_usd - withheld_usd as net_usd,
    receipts,
    returns,
    {{ legacy_percent('fees_usd', 'received_usd') }} as fee_percent
from summed
