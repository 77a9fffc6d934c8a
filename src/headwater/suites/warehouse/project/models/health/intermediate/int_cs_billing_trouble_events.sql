-- Whatever goes wrong between a customer and an invoice, one row each, on the day on which we could have known.
select
    'dunning' as trouble,
    invoice_id as document_id,
    account_id,
    opened_on as happened_on,
    amount_usd
from {{ ref('fct_dunning') }}
where account_id is not null

union all

select
    'dispute' as trouble,
    dispute_id as document_id,
    account_id,
    disputed_on as happened_on,
    amount_usd
from {{ ref('fct_disputes') }}
where account_id is not null

union all

select
    'refund' as trouble,
    refund_id as document_id,
    account_id,
    refunded_on as happened_on,
    amount_usd
from {{ ref('fct_refunds') }}
where account_id is not null

union all

-- a credit note is trouble only if it is larger than a rounding or a goodwill of a few dollars
select
    'credit_note' as trouble,
    credit_note_id as document_id,
    account_id,
    credited_on as happened_on,
    amount_usd
from {{ ref('fct_credit_notes') }}
where account_id is not null
    and amount_usd > 25

union all

select
    'late_payment' as trouble,
    invoice_id as document_id,
    account_id,
    {{ to_date(date_add_days('due_on', 11)) }} as happened_on,
    total_usd as amount_usd
from {{ ref('fct_invoices') }}
where account_id is not null
    and status not in ('void', 'draft')
    and {{ date_diff_days('due_on', 'coalesce(paid_on, ' ~ as_of() ~ ')') }} > 10
