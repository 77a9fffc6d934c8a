-- A credit note reduces an invoice, revenue is earned by line: each note is shared out to the lines of its invoice by
-- their amounts, without its tax. Shares are differences of rounded running totals and add up to the note exactly.
with notes as (
    select * from {{ ref('stg_billing__credit_notes') }}
    where voided_at is null
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
    where is_billed
),

lines as (
    select
        *,
        sum(amount) over (partition by invoice_id order by invoice_line_id rows unbounded preceding) as running_amount
    from {{ ref('int_invoice_lines_enriched') }}
),

converted as (
    select
        notes.credit_note_id,
        notes.invoice_id,
        {{ to_date('notes.created_at') }} as credited_on,
        notes.reason,
        invoices.subtotal,
        {{ usd_amount(net_of_tax('notes.amount', 'invoices.subtotal', 'invoices.total'), 'invoices.usd_per_unit') }} as net_amount_usd
    from notes
    inner join invoices
        on notes.invoice_id = invoices.invoice_id
    where invoices.subtotal <> 0
)

select
    {{ surrogate_key(['converted.credit_note_id', 'lines.invoice_line_id']) }} as allocation_id,
    converted.credit_note_id,
    lines.invoice_line_id,
    converted.invoice_id,
    lines.account_id,
    lines.product_line,
    converted.credited_on,
    lines.service_starts_on,
    lines.service_ends_on,
    {{ apportion('converted.net_amount_usd', 'lines.running_amount', 'lines.amount', 'converted.subtotal') }} as credit_usd
from converted
inner join lines
    on converted.invoice_id = lines.invoice_id
