select documents.document_id, documents.tax_point_on, invoices.paid_on
from {{ ref('int_stat_fr_documents') }} as documents
inner join {{ ref('fct_invoices') }} as invoices on documents.invoice_id = invoices.invoice_id
where documents.document_type = 'invoice'
    and invoices.invoice_kind = 'cloud'
    and invoices.status = 'paid'
    and invoices.paid_on is not null
    and documents.tax_point_on is null
    and invoices.total > 0
