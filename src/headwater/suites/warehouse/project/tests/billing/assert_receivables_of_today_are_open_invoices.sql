with receivables as (
    select
        invoice_id,
        open_amount
    from {{ ref('fct_receivables_monthly') }}
    where month_start = {{ month_start(as_of()) }}
),

invoices as (
    select
        invoice_id,
        outstanding
    from {{ ref('fct_invoices') }}
    where outstanding > 0
)

select
    coalesce(receivables.invoice_id, invoices.invoice_id) as invoice_id,
    receivables.open_amount,
    invoices.outstanding
from receivables
full join invoices
    on receivables.invoice_id = invoices.invoice_id
where abs(coalesce(receivables.open_amount, 0) - coalesce(invoices.outstanding, 0)) > 0.005
