select invoices.invoice_id
from {{ ref('fct_invoices') }} as invoices
left join {{ ref('fct_dunning') }} as dunning
    on invoices.invoice_id = dunning.invoice_id
where invoices.status = 'uncollectible'
    and (dunning.invoice_id is null or dunning.outcome <> 'given_up')
