select
    dunning.invoice_id,
    dunning.outcome,
    invoices.status
from {{ ref('fct_dunning') }} as dunning
inner join {{ ref('fct_invoices') }} as invoices
    on dunning.invoice_id = invoices.invoice_id
where (dunning.outcome = 'recovered') <> (invoices.status = 'paid')
