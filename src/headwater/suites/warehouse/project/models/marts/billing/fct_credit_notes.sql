-- Credit notes that hold, with what they took out of revenue.
with notes as (
    select * from {{ ref('stg_billing__credit_notes') }}
    where voided_at is null
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
),

allocations as (
    select
        credit_note_id,
        sum(credit_usd) as revenue_credit_usd
    from {{ ref('int_credit_note_allocations') }}
    group by credit_note_id
)

select
    notes.credit_note_id,
    notes.invoice_id,
    invoices.account_id,
    {{ to_date('notes.created_at') }} as credited_on,
    {{ month_start('notes.created_at') }} as credited_month,
    notes.reason,
    notes.currency,
    notes.amount,
    {{ usd_amount('notes.amount', 'invoices.usd_per_unit') }} as amount_usd,
    {{ money('coalesce(allocations.revenue_credit_usd, 0)') }} as revenue_credit_usd
from notes
inner join invoices
    on notes.invoice_id = invoices.invoice_id
left join allocations
    on notes.credit_note_id = allocations.credit_note_id
where invoices.is_billed
