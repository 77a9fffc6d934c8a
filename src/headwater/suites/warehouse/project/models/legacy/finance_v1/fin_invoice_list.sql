{{ config(
    materialized='incremental',
    event_time='invoiced_on',
    unique_key='invoice_id',
    incremental_strategy='delete+insert'
) }}

-- T. Whitlock, 2022-03-08. The list of invoices that the close starts from. One row an invoice that was billed or voided, with what
-- was paid, credited and refunded until today. Amounts in the currency of the invoice; dollars at the rate of the invoice.
-- Void invoices stay in the list with a gross of zero and their former amount next to it: the auditors want every number.
with invoices as (

    select
        inv_id,
        inv_no,
        bill_id,
        cust_id_v2,
        inv_kind,
        inv_status,
        is_billed,
        bill_country,
        tax_status,
        currency,
        rate,
        inv_dt,
        inv_month,
        due_dt,
        paid_dt,
        void_dt,
        net,
        vat,
        gross
    from {{ ref('base_invoices') }}

),

paid as (

    select
        inv_id,
        sum(amount) as paid,
        sum(fee_usd) as fees_usd,
        min(pay_dt) as first_paid_on,
        max(pay_dt) as last_paid_on,
        count(*) as payments
    from {{ ref('base_payments') }}
    where is_ok = 'Y'
    group by inv_id

),

tries as (

    select
        inv_id,
        max(try_no) as tries,
        sum(case when pay_status = 'failed' then 1 else 0 end) as failed_tries,
        max(case when pay_status = 'pending' then 1 else 0 end) as has_pending
    from {{ ref('base_payments') }}
    group by inv_id

),

backs as (

    select
        inv_id,
        sum(case when back_kind = 'credit note' then amount else 0 end) as credited,
        sum(case when back_kind = 'refund' then amount else 0 end) as refunded,
        sum(case when back_kind = 'dispute' then amount else 0 end) as disputed
    from {{ ref('base_refunds') }}
    group by inv_id

),

joined as (

    select
        invoices.*,
        coalesce(paid.paid, 0) as paid,
        coalesce(paid.fees_usd, 0) as fees_usd,
        paid.first_paid_on,
        paid.last_paid_on,
        coalesce(paid.payments, 0) as payments,
        coalesce(tries.tries, 0) as tries,
        coalesce(tries.failed_tries, 0) as failed_tries,
        coalesce(tries.has_pending, 0) as has_pending,
        coalesce(backs.credited, 0) as credited,
        coalesce(backs.refunded, 0) as refunded,
        coalesce(backs.disputed, 0) as disputed
    from invoices
    left join paid on invoices.inv_id = paid.inv_id
    left join tries on invoices.inv_id = tries.inv_id
    left join backs on invoices.inv_id = backs.inv_id

)

select
    inv_id as invoice_id,
    inv_no as invoice_number,
    cust_id_v2 as account_id,
    bill_id as customer_id,
    inv_kind as kind,
    inv_status as status,
    bill_country as country,
    tax_status,
    currency,
    rate,
    inv_dt as invoiced_on,
    inv_month as invoiced_month,
    {{ fin_quarter('inv_dt') }} as calendar_quarter,
    due_dt as due_on,
    void_dt as voided_on,
    last_paid_on,
    case when is_billed = 'Y' then net else 0 end as net,
    case when is_billed = 'Y' then vat else 0 end as vat,
    case when is_billed = 'Y' then gross else 0 end as gross,
    case when is_billed = 'N' then gross else 0 end as voided_gross,
    paid,
    credited,
    refunded,
    disputed,
    fees_usd,
    payments,
    tries,
    failed_tries,
    case
        when is_billed = 'N' then 0
        when inv_status = 'open' then greatest(gross - paid - credited, 0)
        else 0
    end as open_amount,
    case
        when inv_status = 'uncollectible' then greatest(gross - paid - credited, 0)
        else 0
    end as written_off,
    case
        when is_billed = 'N' then 'void'
        when inv_status = 'uncollectible' then 'written off'
        when inv_status = 'paid' and refunded >= gross and gross > 0 then 'paid and refunded'
        when inv_status = 'paid' and disputed > 0 then 'paid and disputed'
        when inv_status = 'paid' and last_paid_on > due_dt then 'paid late'
        when inv_status = 'paid' then 'paid'
        when has_pending = 1 then 'payment on its way'
        when paid > 0 then 'part paid'
        when due_dt < {{ as_of() }} and failed_tries > 0 then 'in dunning'
        when due_dt < {{ as_of() }} then 'overdue'
        else 'not due'
    end as settlement_state,
    case when last_paid_on is not null then {{ date_diff_days('inv_dt', 'last_paid_on') }} end as days_to_pay,
    case
        when last_paid_on is not null and due_dt is not null then greatest({{ date_diff_days('due_dt', 'last_paid_on') }}, 0)
    end as days_late
from joined
{%- if is_incremental() %}
where inv_dt >= {{ to_date(date_add_days(as_of(), -270)) }}
{%- endif %}
