with payments as (
    select
        invoice_id,
        sum(amount) as paid
    from {{ ref('fct_payments') }}
    group by invoice_id
)

select
    invoices.invoice_id,
    invoices.amount_paid,
    payments.paid
from {{ ref('stg_billing__invoices') }} as invoices
left join payments
    on invoices.invoice_id = payments.invoice_id
where abs(invoices.amount_paid - coalesce(payments.paid, 0)) > 0.005
