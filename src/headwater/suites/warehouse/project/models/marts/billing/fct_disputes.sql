with disputes as (
    select * from {{ ref('stg_billing__disputes') }}
),

attempts as (
    select * from {{ ref('int_payment_attempts') }}
),

rates as (
    select * from {{ ref('int_fx_rates_daily') }}
),

dated as (
    select
        *,
        {{ to_date('created_at') }} as disputed_on
    from disputes
)

select
    dated.dispute_id,
    dated.charge_id,
    attempts.invoice_id,
    attempts.account_id,
    dated.disputed_on,
    {{ month_start('dated.disputed_on') }} as disputed_month,
    dated.status,
    dated.currency,
    dated.amount,
    {{ usd_amount('dated.amount', 'rates.usd_per_unit') }} as amount_usd,
    -- the money is taken at once and comes back only if the dispute is won
    case when dated.status = 'won' then {{ money('0') }} else {{ usd_amount('dated.amount', 'rates.usd_per_unit') }} end as withheld_usd
from dated
inner join attempts
    on dated.charge_id = attempts.charge_id
inner join rates
    on dated.currency = rates.currency
    and dated.disputed_on = rates.rate_date
