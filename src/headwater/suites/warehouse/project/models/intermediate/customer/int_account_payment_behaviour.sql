-- How an account pays: the part of its invoices of the last six months that was past due for more than ten days, or still is.
with invoices as (
    select
        account_id,
        {{ month_start('invoiced_on') }} as invoice_month,
        case
            when paid_on is null then {{ date_diff_days('due_on', as_of()) }}
            else {{ date_diff_days('due_on', 'paid_on') }}
        end as days_late
    from {{ ref('fct_invoices') }}
    where status not in ('void', 'draft')
        and account_id is not null
)

select
    months.account_id,
    months.month_start,
    count(*) as invoices,
    {{ count_where('invoices.days_late > 10') }} as late_invoices,
    {{ safe_divide(count_where('invoices.days_late > 10'), 'count(*)') }} as late_share
from {{ ref('int_account_months') }} as months
inner join invoices
    on months.account_id = invoices.account_id
    and invoices.invoice_month <= months.month_start
    and invoices.invoice_month > {{ date_add_months('months.month_start', -6) }}
group by months.account_id, months.month_start
