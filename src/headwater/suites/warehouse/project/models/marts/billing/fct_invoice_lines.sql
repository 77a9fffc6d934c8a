{{ config(materialized='incremental', event_time='invoiced_on', unique_key='invoice_line_id', incremental_strategy='delete+insert') }}

with lines as (
    select * from {{ ref('int_invoice_lines_enriched') }}
)

select
    invoice_line_id,
    invoice_id,
    account_id,
    customer_id,
    subscription_id,
    license_id,
    price_id,
    product_id,
    product_line,
    plan_code,
    billing_interval,
    description,
    quantity,
    is_proration,
    invoiced_on,
    {{ month_start('invoiced_on') }} as invoiced_month,
    service_starts_on,
    service_ends_on,
    service_days,
    currency,
    list_amount,
    discount_amount,
    amount,
    list_amount_usd,
    list_amount_usd - amount_usd as discount_usd,
    amount_usd
from lines
{%- if is_incremental() %}
-- drafts are finalized, and lines corrected, within a month
where invoiced_on >= (select {{ date_add_days('max(invoiced_on)', -45) }} from {{ this }})
{%- endif %}
