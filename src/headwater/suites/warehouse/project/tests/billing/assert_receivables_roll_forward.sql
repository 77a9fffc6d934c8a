with balances as (
    select
        month_start,
        currency,
        sum(open_amount) as open_amount
    from {{ ref('fct_receivables_monthly') }}
    group by month_start, currency
),

billed as (
    select
        invoiced_month as month_start,
        currency,
        sum(total) as amount
    from {{ ref('fct_invoices') }}
    where total > 0
    group by invoiced_month, currency
),

paid as (
    select
        paid_month as month_start,
        currency,
        sum(amount) as amount
    from {{ ref('fct_payments') }}
    group by paid_month, currency
),

credited as (
    select
        credited_month as month_start,
        currency,
        sum(amount) as amount
    from {{ ref('fct_credit_notes') }}
    group by credited_month, currency
),

written_off as (
    select
        {{ month_start(date_add_days('due_on', 90)) }} as month_start,
        currency,
        sum(total) as amount
    from {{ ref('fct_invoices') }}
    where status = 'uncollectible'
    group by {{ month_start(date_add_days('due_on', 90)) }}, currency
),

currencies as (
    select distinct currency
    from {{ ref('fct_invoices') }}
),

months as (
    {{ months_of_history() }}
),

moved as (
    select
        months.month_start,
        currencies.currency,
        coalesce(balances.open_amount, 0) as open_amount,
        coalesce(billed.amount, 0) - coalesce(paid.amount, 0) - coalesce(credited.amount, 0) - coalesce(written_off.amount, 0) as change
    from months
    cross join currencies
    left join balances
        on months.month_start = balances.month_start
        and currencies.currency = balances.currency
    left join billed
        on months.month_start = billed.month_start
        and currencies.currency = billed.currency
    left join paid
        on months.month_start = paid.month_start
        and currencies.currency = paid.currency
    left join credited
        on months.month_start = credited.month_start
        and currencies.currency = credited.currency
    left join written_off
        on months.month_start = written_off.month_start
        and currencies.currency = written_off.currency
),

followed as (
    select
        *,
        coalesce(lag(open_amount) over (partition by currency order by month_start), 0) as opened
    from moved
)

select *
from followed
where abs(opened + change - open_amount) > 0.01
