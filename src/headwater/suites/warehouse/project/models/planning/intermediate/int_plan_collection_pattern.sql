-- how invoices turn into cash: the share that is paid in the month of the invoice and in each of the four months after it, over the
-- invoices of the last year that are old enough
with invoices as (
    select * from {{ ref('fct_invoices') }}
),

payments as (
    select * from {{ ref('fct_payments') }}
),

ages as (
    {% for age in range(5) %}
    select {{ age }} as months_after
    {%- if not loop.last %} union all{% endif %}
    {% endfor %}
),

billed as (
    select
        invoice_kind,
        sum(total_usd) as billed_usd
    from invoices
    where invoiced_month >= {{ to_date(date_add_months(month_start(as_of()), -16)) }}
        and invoiced_month < {{ to_date(date_add_months(month_start(as_of()), -4)) }}
    group by invoice_kind
),

paid as (
    select
        invoices.invoice_kind,
        least(cast({{ date_diff_months('invoices.invoiced_month', 'payments.paid_month') }} as integer), 4) as months_after,
        sum({{ usd_amount('payments.amount', 'invoices.usd_per_unit') }}) as paid_usd
    from payments
    inner join invoices
        on payments.invoice_id = invoices.invoice_id
    where invoices.invoiced_month >= {{ to_date(date_add_months(month_start(as_of()), -16)) }}
        and invoices.invoiced_month < {{ to_date(date_add_months(month_start(as_of()), -4)) }}
    group by 1, 2
)

select
    billed.invoice_kind,
    ages.months_after,
    billed.billed_usd,
    coalesce(paid.paid_usd, 0) as paid_usd,
    {{ safe_divide('coalesce(paid.paid_usd, 0)', 'billed.billed_usd', 6) }} as paid_share,
    sum(coalesce(paid.paid_usd, 0)) over (partition by billed.invoice_kind order by ages.months_after rows between unbounded preceding and current row) as paid_so_far_usd
from billed
cross join ages
left join paid
    on billed.invoice_kind = paid.invoice_kind
    and ages.months_after = paid.months_after
