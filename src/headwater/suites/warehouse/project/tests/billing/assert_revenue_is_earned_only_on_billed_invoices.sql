select schedule.schedule_id
from {{ ref('int_revenue_schedule') }} as schedule
left join {{ ref('fct_invoices') }} as invoices
    on schedule.invoice_id = invoices.invoice_id
where invoices.invoice_id is null
