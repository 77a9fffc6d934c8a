with invoices as (
    select * from {{ ref('reg_invoices') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
)

select
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    invoices.invoice_kind,
    invoices.status,
    invoices.currency,
    invoices.invoiced_on,
    invoices.invoiced_month,
    invoices.due_on,
    invoices.paid_on,
    invoices.days_to_pay,
    invoices.is_paid_late,
    invoices.subtotal_usd,
    invoices.tax_usd,
    invoices.total_usd,
    invoices.outstanding_usd
from invoices
left join accounts
    on invoices.account_id = accounts.account_id
