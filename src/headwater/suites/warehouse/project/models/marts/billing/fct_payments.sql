{{ config(materialized='incremental', event_time='paid_on', unique_key='payment_id', incremental_strategy='delete+insert') }}

-- Money that came in: charges that succeeded, in USD at the rate of their day.
with attempts as (
    select * from {{ ref('int_payment_attempts') }}
    where status = 'succeeded'
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
)

select
    attempts.charge_id as payment_id,
    attempts.invoice_id,
    attempts.account_id,
    attempts.customer_id,
    attempts.attempted_on as paid_on,
    {{ month_start('attempts.attempted_on') }} as paid_month,
    attempts.attempt_number,
    attempts.payment_method,
    attempts.currency,
    attempts.amount,
    attempts.amount_usd,
    attempts.fee_usd,
    attempts.amount_usd - attempts.fee_usd as net_amount_usd,
    {{ date_diff_days('invoices.invoiced_on', 'attempts.attempted_on') }} as days_from_invoice,
    -- what the exchange rate did between invoice and payment
    attempts.amount_usd - {{ usd_amount('attempts.amount', 'invoices.usd_per_unit') }} as exchange_gain_usd
from attempts
inner join invoices
    on attempts.invoice_id = invoices.invoice_id
{%- if is_incremental() %}
-- charges are settled, and fail, within weeks
where attempts.attempted_on >= (select {{ date_add_days('max(paid_on)', -45) }} from {{ this }})
{%- endif %}
