{{ config(materialized='table') }}

-- What became of each billed invoice: collected, credited, given back, or still owed, in its own currency.
with invoices as (
    select * from {{ ref('int_invoices_converted') }}
    where is_billed
),

collected as (
    select
        invoice_id,
        sum(amount) as collected,
        max(attempted_on) as last_collected_on
    from {{ ref('int_payment_attempts') }}
    where status = 'succeeded'
    group by invoice_id
),

credited as (
    select
        invoice_id,
        sum(amount) as credited
    from {{ ref('stg_billing__credit_notes') }}
    where voided_at is null
    group by invoice_id
),

refunded as (
    select
        invoice_id,
        sum(amount) as refunded
    from {{ ref('int_refunds_converted') }}
    group by invoice_id
)

select
    invoices.invoice_id,
    invoices.account_id,
    invoices.status,
    invoices.currency,
    invoices.usd_per_unit,
    invoices.invoiced_on,
    invoices.due_on,
    invoices.total,
    {{ money('coalesce(collected.collected, 0)') }} as collected,
    collected.last_collected_on,
    {{ money('coalesce(credited.credited, 0)') }} as credited,
    {{ money('coalesce(refunded.refunded, 0)') }} as refunded,
    case
        when invoices.status = 'open' then {{ money('greatest(invoices.total - coalesce(collected.collected, 0) - coalesce(credited.credited, 0), 0)') }}
        else {{ money('0') }}
    end as outstanding,
    case
        when invoices.status = 'uncollectible' then {{ money('greatest(invoices.total - coalesce(collected.collected, 0) - coalesce(credited.credited, 0), 0)') }}
        else {{ money('0') }}
    end as written_off
from invoices
left join collected
    on invoices.invoice_id = collected.invoice_id
left join credited
    on invoices.invoice_id = credited.invoice_id
left join refunded
    on invoices.invoice_id = refunded.invoice_id
