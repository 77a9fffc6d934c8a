-- Every try to collect an invoice, numbered, in USD at the rate of its own day: cash is worth what it is worth when it
-- comes in.
with charges as (
    select * from {{ ref('stg_billing__charges') }}
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
),

rates as (
    select * from {{ ref('int_fx_rates_daily') }}
),

reasons as (
    select * from {{ ref('payment_failure_codes') }}
),

dated as (
    select
        *,
        {{ to_date('created_at') }} as attempted_on
    from charges
)

select
    dated.charge_id,
    dated.invoice_id,
    invoices.account_id,
    invoices.subscription_id,
    dated.customer_id,
    dated.attempted_on,
    dated.created_at as attempted_at,
    row_number() over (partition by dated.invoice_id order by dated.created_at, dated.charge_id) as attempt_number,
    dated.status,
    dated.failure_code,
    case when dated.status = 'failed' then coalesce(reasons.decline_kind, 'unknown') end as decline_kind,
    dated.payment_method,
    dated.currency,
    dated.amount,
    {{ usd_amount('dated.amount', 'rates.usd_per_unit') }} as amount_usd,
    dated.fee_usd
from dated
inner join invoices
    on dated.invoice_id = invoices.invoice_id
inner join rates
    on dated.currency = rates.currency
    and dated.attempted_on = rates.rate_date
left join reasons
    on dated.failure_code = reasons.failure_code
