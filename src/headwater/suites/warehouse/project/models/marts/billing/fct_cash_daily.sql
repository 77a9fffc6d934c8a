-- Cash by day and currency: what came in, less fees, refunds and contested charges, each at the rate of its day.
with receipts as (
    select
        paid_on as date_day,
        currency,
        amount_usd as received_usd,
        fee_usd,
        {{ money('0') }} as refunded_usd,
        {{ money('0') }} as withheld_usd
    from {{ ref('fct_payments') }}
),

refunds as (
    select
        refunded_on as date_day,
        currency,
        {{ money('0') }} as received_usd,
        {{ money('0') }} as fee_usd,
        cash_amount_usd as refunded_usd,
        {{ money('0') }} as withheld_usd
    from {{ ref('fct_refunds') }}
),

disputes as (
    select
        disputed_on as date_day,
        currency,
        {{ money('0') }} as received_usd,
        {{ money('0') }} as fee_usd,
        {{ money('0') }} as refunded_usd,
        withheld_usd
    from {{ ref('fct_disputes') }}
),

unioned as (
    select * from receipts
    union all
    select * from refunds
    union all
    select * from disputes
)

select
    date_day,
    currency,
    {{ money('sum(received_usd)') }} as received_usd,
    {{ money('sum(fee_usd)') }} as fee_usd,
    {{ money('sum(refunded_usd)') }} as refunded_usd,
    {{ money('sum(withheld_usd)') }} as withheld_usd,
    {{ money('sum(received_usd - fee_usd - refunded_usd - withheld_usd)') }} as net_cash_usd
from unioned
group by date_day, currency
