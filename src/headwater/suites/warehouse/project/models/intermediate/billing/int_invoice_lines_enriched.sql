{{ config(materialized='table') }}

-- Lines of billed invoices, with what they sell, in the currency's major unit and in USD at the invoice's rate. A line
-- without a price (a correction made by hand) belongs to what its invoice is for.
with lines as (
    select * from {{ ref('stg_billing__invoice_lines') }}
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
),

prices as (
    select * from {{ ref('int_prices_enriched') }}
),

joined as (
    select
        lines.invoice_line_id,
        lines.invoice_id,
        invoices.account_id,
        invoices.customer_id,
        invoices.subscription_id,
        invoices.license_id,
        invoices.invoiced_on,
        invoices.currency,
        invoices.usd_per_unit,
        lines.price_id,
        prices.product_id,
        coalesce(prices.product_line, case when invoices.license_id is not null then 'self_managed' else 'cloud' end) as product_line,
        prices.plan_code,
        prices.billing_interval,
        prices.unit_amount,
        prices.monthly_unit_amount,
        lines.description,
        lines.quantity,
        lines.is_proration,
        lines.service_starts_on,
        lines.service_ends_on,
        {{ service_days('lines.service_starts_on', 'lines.service_ends_on') }} as service_days,
        {{ cents_to_currency('lines.amount_minor', 'invoices.currency') }} as amount
    from lines
    inner join invoices
        on lines.invoice_id = invoices.invoice_id
    left join prices
        on lines.price_id = prices.price_id
    where invoices.is_billed
),

listed as (
    select
        *,
        -- prorations have no list price of their own: what they cost is what they list; a licence of several years is
        -- paid in advance
        case
            when is_proration or unit_amount is null then amount
            when billing_interval = 'year'
                then {{ money('unit_amount * quantity * greatest(' ~ date_diff_months('service_starts_on', 'service_ends_on') ~ ', 12) / 12') }}
            else {{ money('unit_amount * quantity') }}
        end as list_amount
    from joined
)

select
    *,
    list_amount - amount as discount_amount,
    {{ usd_amount('list_amount', 'usd_per_unit') }} as list_amount_usd,
    {{ usd_amount('amount', 'usd_per_unit') }} as amount_usd
from listed
