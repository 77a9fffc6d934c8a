-- Cash by month: what came in by method, what it cost, what went back, what is open, and how long customers take. Treasury plans the
-- next three months with it.
with cash as (

    select
        month,
        sum(received_usd) as received_usd,
        sum(fees_usd) as fees_usd,
        sum(refunded_usd) as refunded_usd,
        sum(withheld_usd) as withheld_usd,
        sum(net_usd) as net_usd,
        sum(case when currency = 'USD' then received_usd else 0 end) as received_in_usd,
        sum(case when currency = 'EUR' then received_usd else 0 end) as received_in_eur,
        sum(case when currency = 'GBP' then received_usd else 0 end) as received_in_gbp,
        sum(case when currency = 'JPY' then received_usd else 0 end) as received_in_jpy
    from {{ ref('fin_cash_month') }}
    group by month

),

methods as (

    select
        month_dt as month,
        sum(case when pay_method = 'card' then paid_usd else 0 end) as by_card_usd,
        sum(case when pay_method = 'direct_debit' then paid_usd else 0 end) as by_debit_usd,
        sum(case when pay_method = 'bank_transfer' then paid_usd else 0 end) as by_transfer_usd,
        sum(failures) as failed_tries,
        sum(tries) as tries,
        sum(payments) as payments,
        sum(payments_after_failure) as payments_after_failure,
        sum(late_payments) as late_payments,
        sum(exchange_gain_usd) as exchange_gain_usd
    from {{ ref('v_payments') }}
    group by month_dt

),

open_items as (

    select
        month,
        sum(open_usd) as open_usd,
        sum(not_due_usd) as not_due_usd,
        sum(late_over_90_usd) as late_over_90_usd,
        count(*) as customers_owing,
        min(made_by) as made_by
    from {{ ref('fin_receivables') }}
    group by month

),

invoiced as (

    select
        invoiced_month as month,
        sum({{ legacy_usd('gross', 'rate') }}) as invoiced_usd,
        sum(case when days_to_pay is not null then days_to_pay else 0 end) as days_to_pay,
        count(days_to_pay) as paid_invoices,
        sum(case when settlement_state = 'paid late' then 1 else 0 end) as paid_late_invoices
    from {{ ref('fin_invoice_list') }}
    where status <> 'void'
    group by invoiced_month

),

months as (

    select
        month_dt as month,
        days_in_month,
        business_days
    from {{ ref('base_calendar') }}

),

joined as (

    select
        months.month,
        months.days_in_month,
        months.business_days,
        coalesce(invoiced.invoiced_usd, 0) as invoiced_usd,
        coalesce(cash.received_usd, 0) as received_usd,
        coalesce(cash.received_in_usd, 0) as received_in_usd,
        coalesce(cash.received_in_eur, 0) as received_in_eur,
        coalesce(cash.received_in_gbp, 0) as received_in_gbp,
        coalesce(cash.received_in_jpy, 0) as received_in_jpy,
        coalesce(methods.by_card_usd, 0) as by_card_usd,
        coalesce(methods.by_debit_usd, 0) as by_debit_usd,
        coalesce(methods.by_transfer_usd, 0) as by_transfer_usd,
        coalesce(cash.fees_usd, 0) as fees_usd,
        coalesce(cash.refunded_usd, 0) as refunded_usd,
        coalesce(cash.withheld_usd, 0) as withheld_usd,
        coalesce(cash.net_usd, 0) as net_usd,
        coalesce(methods.exchange_gain_usd, 0) as exchange_gain_usd,
        coalesce(methods.tries, 0) as tries,
        coalesce(methods.failed_tries, 0) as failed_tries,
        coalesce(methods.payments, 0) as payments,
        coalesce(methods.payments_after_failure, 0) as payments_after_failure,
        coalesce(methods.late_payments, 0) as late_payments,
        coalesce(open_items.open_usd, 0) as open_usd,
        coalesce(open_items.not_due_usd, 0) as not_due_usd,
        coalesce(open_items.late_over_90_usd, 0) as late_over_90_usd,
        coalesce(open_items.customers_owing, 0) as customers_owing,
        coalesce(open_items.made_by, 'none') as receivables_version,
        coalesce(invoiced.days_to_pay, 0) as days_to_pay,
        coalesce(invoiced.paid_invoices, 0) as paid_invoices,
        coalesce(invoiced.paid_late_invoices, 0) as paid_late_invoices
    from months
    left join cash on months.month = cash.month
    left join methods on months.month = methods.month
    left join open_items on months.month = open_items.month
    left join invoiced on months.month = invoiced.month

)

select
    joined.*,
    {{ safe_divide('fees_usd', 'received_usd', 4) }} as fee_share,
    {{ safe_divide('failed_tries', 'tries', 4) }} as failure_share,
    {{ safe_divide('payments_after_failure', 'failed_tries', 4) }} as recovered_share,
    {{ safe_divide('days_to_pay', 'paid_invoices', 1) }} as average_days_to_pay,
    {{ safe_divide('received_usd', 'business_days', 2) }} as received_per_business_day_usd,
    {{ keel_moving_sum('net_usd', 3, 'month') }} as net_3m_usd,
    sum(invoiced_usd) over (order by month rows between 11 preceding and current row) as invoiced_12m_usd
from joined
