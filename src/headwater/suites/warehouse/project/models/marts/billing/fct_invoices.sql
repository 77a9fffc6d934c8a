-- Invoices that were billed, and what became of them.
with invoices as (
    select * from {{ ref('int_invoices_converted') }}
    where is_billed
),

settlements as (
    select * from {{ ref('int_invoice_settlements') }}
),

lines as (
    select
        invoice_id,
        count(*) as lines,
        sum(list_amount_usd) as list_amount_usd
    from {{ ref('int_invoice_lines_enriched') }}
    group by invoice_id
)

select
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.account_id,
    invoices.customer_id,
    invoices.subscription_id,
    invoices.license_id,
    case when invoices.license_id is not null then 'self_managed' else 'cloud' end as invoice_kind,
    invoices.status,
    invoices.country_code,
    invoices.tax_status,
    invoices.currency,
    invoices.usd_per_unit,
    invoices.invoiced_on,
    {{ month_start('invoices.invoiced_on') }} as invoiced_month,
    invoices.due_on,
    invoices.paid_on,
    case when invoices.paid_on is not null then {{ date_diff_days('invoices.invoiced_on', 'invoices.paid_on') }} end as days_to_pay,
    coalesce(invoices.paid_on > invoices.due_on, false) as is_paid_late,
    coalesce(lines.lines, 0) as lines,
    invoices.subtotal,
    invoices.tax,
    invoices.total,
    settlements.outstanding,
    {{ money('coalesce(lines.list_amount_usd, 0)') }} as list_amount_usd,
    invoices.subtotal_usd,
    invoices.tax_usd,
    invoices.total_usd,
    {{ usd_amount('settlements.collected', 'invoices.usd_per_unit') }} as collected_usd,
    {{ usd_amount('settlements.credited', 'invoices.usd_per_unit') }} as credited_usd,
    {{ usd_amount('settlements.refunded', 'invoices.usd_per_unit') }} as refunded_usd,
    {{ usd_amount('settlements.outstanding', 'invoices.usd_per_unit') }} as outstanding_usd,
    {{ usd_amount('settlements.written_off', 'invoices.usd_per_unit') }} as written_off_usd
from invoices
inner join settlements
    on invoices.invoice_id = settlements.invoice_id
left join lines
    on invoices.invoice_id = lines.invoice_id
