-- Register of open invoices at the ends of months. (docs/legacy/registers.md)
select
    invoice_id,
    month_start,
    account_id,
    currency,
    invoiced_on,
    due_on,
    days_past_due,
    aging_bucket,
    open_amount,
    open_amount_usd
from {{ ref('fct_receivables_monthly') }}
