select
    refunds.refund_id,
    refunds.amount_usd,
    refunds.revenue_loss_usd
from {{ ref('fct_refunds') }} as refunds
inner join {{ ref('fct_invoices') }} as invoices
    on refunds.invoice_id = invoices.invoice_id
left join {{ ref('fct_credit_notes') }} as notes
    on refunds.invoice_id = notes.invoice_id
where notes.credit_note_id is null
    and invoices.total <> 0
    and abs(refunds.revenue_loss_usd - cast(refunds.amount_usd as double precision) * invoices.subtotal / invoices.total) > 0.01
