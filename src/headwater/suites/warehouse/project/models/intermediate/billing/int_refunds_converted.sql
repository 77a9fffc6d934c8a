-- Refunds with the invoice whose charge they give back. What an invoice's credit notes already took out of revenue is
-- not taken out again: only the rest of a refund is its own loss of revenue.
with refunds as (
    select * from {{ ref('stg_billing__refunds') }}
    where status = 'succeeded'
),

charges as (
    select * from {{ ref('stg_billing__charges') }}
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
),

credited as (
    select
        invoice_id,
        sum(amount) as credited_amount
    from {{ ref('stg_billing__credit_notes') }}
    where voided_at is null
    group by invoice_id
),

joined as (
    select
        refunds.refund_id,
        refunds.charge_id,
        charges.invoice_id,
        invoices.account_id,
        invoices.subscription_id,
        invoices.license_id,
        refunds.reason,
        {{ to_date('refunds.created_at') }} as refunded_on,
        refunds.currency,
        invoices.usd_per_unit,
        refunds.amount,
        invoices.subtotal,
        invoices.total,
        coalesce(credited.credited_amount, 0) as credited_amount,
        sum(refunds.amount) over (
            partition by charges.invoice_id order by refunds.created_at, refunds.refund_id rows unbounded preceding
        ) as running_refunds
    from refunds
    inner join charges
        on refunds.charge_id = charges.charge_id
    inner join invoices
        on charges.invoice_id = invoices.invoice_id
    left join credited
        on charges.invoice_id = credited.invoice_id
),

uncredited as (
    select
        *,
        -- credit notes cover the first refunds of an invoice
        greatest(running_refunds - credited_amount, 0) - greatest(running_refunds - amount - credited_amount, 0) as uncredited_amount
    from joined
)

select
    refund_id,
    charge_id,
    invoice_id,
    account_id,
    subscription_id,
    license_id,
    reason,
    refunded_on,
    currency,
    amount,
    {{ usd_amount('amount', 'usd_per_unit') }} as amount_usd,
    {{ money('uncredited_amount') }} as uncredited_amount,
    {{ usd_amount(net_of_tax('uncredited_amount', 'subtotal', 'total'), 'usd_per_unit') }} as revenue_loss_usd
from uncredited
