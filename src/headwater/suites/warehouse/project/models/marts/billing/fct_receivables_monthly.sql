-- What customers owe at the end of each month: billed, less what was paid and credited by then, at the month's closing
-- rate. Written-off invoices are owed until a quarter after they were due; then finance takes them out of the books.
with months as (
    {{ months_of_history() }}
),

invoices as (
    select
        *,
        case
            when status = 'uncollectible' then {{ to_date(date_add_days('coalesce(due_on, invoiced_on)', 90)) }}
        end as written_off_on
    from {{ ref('fct_invoices') }}
),

payments as (
    select
        months.month_start,
        fct_payments.invoice_id,
        sum(fct_payments.amount) as paid
    from months
    inner join {{ ref('fct_payments') }} as fct_payments
        on fct_payments.paid_on <= months.month_end
    group by months.month_start, fct_payments.invoice_id
),

credits as (
    select
        months.month_start,
        fct_credit_notes.invoice_id,
        sum(fct_credit_notes.amount) as credited
    from months
    inner join {{ ref('fct_credit_notes') }} as fct_credit_notes
        on fct_credit_notes.credited_on <= months.month_end
    group by months.month_start, fct_credit_notes.invoice_id
),

rates as (
    select * from {{ ref('int_fx_rates_monthly') }}
),

balances as (
    select
        months.month_start,
        months.month_end,
        invoices.invoice_id,
        invoices.account_id,
        invoices.currency,
        invoices.invoiced_on,
        coalesce(invoices.due_on, invoices.invoiced_on) as due_on,
        invoices.total - coalesce(payments.paid, 0) - coalesce(credits.credited, 0) as open_amount
    from months
    inner join invoices
        on invoices.invoiced_on <= months.month_end
        and (invoices.written_off_on is null or invoices.written_off_on > months.month_end)
    left join payments
        on invoices.invoice_id = payments.invoice_id
        and months.month_start = payments.month_start
    left join credits
        on invoices.invoice_id = credits.invoice_id
        and months.month_start = credits.month_start
)

select
    balances.invoice_id,
    balances.month_start,
    balances.account_id,
    balances.currency,
    balances.invoiced_on,
    balances.due_on,
    {{ date_diff_days('balances.due_on', 'balances.month_end') }} as days_past_due,
    {{ aging_bucket(date_diff_days('balances.due_on', 'balances.month_end')) }} as aging_bucket,
    {{ money('balances.open_amount') }} as open_amount,
    {{ usd_amount('balances.open_amount', 'rates.closing_usd_per_unit') }} as open_amount_usd
from balances
inner join rates
    on balances.currency = rates.currency
    and balances.month_start = rates.month_start
where balances.open_amount > 0
