{{ config(materialized='table') }}

-- Invoices with their account, and in USD at the rate of the day on which they were finalised. Everything that belongs to
-- an invoice (lines, credit notes, refunds of revenue) is converted at its rate, so that an invoice never earns or
-- loses by the exchange.
with invoices as (
    select
        *,
        {{ to_date('coalesce(finalized_at, created_at)') }} as invoiced_on
    from {{ ref('stg_billing__invoices') }}
),

customers as (
    select * from {{ ref('int_billing_customer_accounts') }}
),

rates as (
    select * from {{ ref('int_fx_rates_daily') }}
)

select
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.customer_id,
    customers.account_id,
    customers.country_code,
    customers.tax_status,
    invoices.subscription_id,
    invoices.license_id,
    invoices.status,
    {{ is_billed_status('invoices.status') }} as is_billed,
    invoices.currency,
    rates.usd_per_unit,
    invoices.invoiced_on,
    {{ to_date('invoices.due_at') }} as due_on,
    {{ to_date('invoices.paid_at') }} as paid_on,
    {{ to_date('invoices.voided_at') }} as voided_on,
    invoices.subtotal,
    invoices.tax,
    invoices.total,
    invoices.amount_paid,
    {{ usd_amount('invoices.subtotal', 'rates.usd_per_unit') }} as subtotal_usd,
    {{ usd_amount('invoices.total', 'rates.usd_per_unit') }} as total_usd,
    {{ usd_amount('invoices.total', 'rates.usd_per_unit') }} - {{ usd_amount('invoices.subtotal', 'rates.usd_per_unit') }} as tax_usd
from invoices
inner join customers
    on invoices.customer_id = customers.customer_id
inner join rates
    on invoices.currency = rates.currency
    and invoices.invoiced_on = rates.rate_date
