{{ config(materialized='table') }}

-- What is earned, over which days: the one list from which daily revenue, monthly revenue and deferred revenue are made.
-- A line is earned evenly over its service period. A credit note takes back evenly over what is left of the period of
-- its line, or at once when that is over. A refund that no credit note explains is lost on its day.
with lines as (
    select
        'invoice_line' as source_type,
        invoice_line_id as source_id,
        invoice_id,
        account_id,
        product_line,
        invoiced_on as booked_on,
        service_starts_on as starts_on,
        service_ends_on as ends_on,
        amount_usd
    from {{ ref('int_invoice_lines_enriched') }}
),

credits as (
    select
        'credit_note' as source_type,
        allocation_id as source_id,
        invoice_id,
        account_id,
        product_line,
        credited_on as booked_on,
        greatest(credited_on, service_starts_on) as starts_on,
        greatest(credited_on, service_ends_on) as ends_on,
        - credit_usd as amount_usd
    from {{ ref('int_credit_note_allocations') }}
),

refunds as (
    select
        'refund' as source_type,
        refund_id as source_id,
        invoice_id,
        account_id,
        case when license_id is not null then 'self_managed' else 'cloud' end as product_line,
        refunded_on as booked_on,
        refunded_on as starts_on,
        {{ day_after('refunded_on') }} as ends_on,
        - revenue_loss_usd as amount_usd
    from {{ ref('int_refunds_converted') }}
    where revenue_loss_usd <> 0
),

unioned as (
    select * from lines
    union all
    select * from credits
    union all
    select * from refunds
)

select
    {{ surrogate_key(['source_type', 'source_id']) }} as schedule_id,
    source_type,
    source_id,
    invoice_id,
    account_id,
    product_line,
    booked_on,
    starts_on,
    -- a period without length is earned on its first day
    greatest(ends_on, {{ day_after('starts_on') }}) as ends_on,
    {{ service_days('starts_on', 'ends_on') }} as days,
    {{ money('amount_usd') }} as amount_usd
from unioned
