{{ config(
    materialized='incremental',
    event_time='month',
    unique_key=['account_id', 'month'],
    incremental_strategy='delete+insert'
) }}

-- Customers by month with everything that the old pages say of them. A row for each month in which somebody was a customer, paid
-- something, or used the cloud; what is missing is zero. Months are those of the calendar. Sums by month are those of the page.
with keys as (

    select cust_id, month_dt from {{ ref('v_customers') }}
    union
    select cust_id, month_dt from {{ ref('v_mrr') }} where cust_id <> '(unknown)'
    union
    select cust_id, month_dt from {{ ref('v_usage') }}
    union
    select cust_id, month_dt from {{ ref('v_revenue') }} where cust_id <> '(unknown)'

),

months as (

    select
        keys.cust_id,
        keys.month_dt
    from keys
    {%- if is_incremental() %}
    -- closed months are not made again: a quarter is enough for late invoices
    where keys.month_dt >= {{ to_date(date_add_months(month_start(as_of()), -3)) }}
    {%- endif %}

),

accounts as (

    select * from {{ ref('base_accounts') }}

),

customers as (

    select * from {{ ref('v_customers') }}

),

mrr as (

    select * from {{ ref('v_mrr') }}

),

moves as (

    select * from {{ ref('v_mrr_moves') }}

),

revenue as (

    select
        cust_id,
        month_dt,
        sum(revenue_usd) as revenue_usd,
        sum(invoices) as invoices,
        max(basis) as basis
    from {{ ref('v_revenue') }}
    group by cust_id, month_dt

),

payments as (

    select
        cust_id_v2 as cust_id,
        pay_month as month_dt,
        sum(case when is_ok = 'Y' then amount_usd else 0 end) as paid_usd,
        sum(case when pay_status = 'failed' then 1 else 0 end) as failed_tries
    from {{ ref('base_payments') }}
    group by cust_id_v2, pay_month

),

usage as (

    select * from {{ ref('v_usage') }}

),

tickets as (

    select
        cust_id,
        created_month as month_dt,
        count(*) as tickets,
        sum(case when prio_no <= 2 then 1 else 0 end) as high_and_urgent,
        sum(case when answer_result = 'late' then 1 else 0 end) as answered_late
    from {{ ref('sup_ticket_list') }}
    where cust_id is not null
    group by cust_id, created_month

),

joined as (

    select
        months.cust_id,
        months.month_dt,
        accounts.region,
        accounts.size_class,
        accounts.industry,
        accounts.account_kind,
        accounts.created_month,
        customers.cust_id is not null as is_customer,
        coalesce(customers.customer_kind, 'none') as customer_kind,
        coalesce(customers.seats, 0) as seats,
        coalesce(mrr.mrr_usd, 0) as mrr_usd,
        coalesce(mrr.server_mrr_usd, 0) as server_mrr_usd,
        coalesce(mrr.addon_mrr_usd, 0) as addon_mrr_usd,
        coalesce(moves.move, 'none') as mrr_move,
        coalesce(moves.change_usd, 0) as mrr_change_usd,
        coalesce(revenue.revenue_usd, 0) as revenue_usd,
        coalesce(revenue.invoices, 0) as invoices,
        coalesce(payments.paid_usd, 0) as paid_usd,
        coalesce(payments.failed_tries, 0) as failed_tries,
        coalesce(usage.people, 0) as people,
        coalesce(usage.person_days, 0) as person_days,
        coalesce(usage.actions, 0) as actions,
        coalesce(usage.workspaces, 0) as workspaces_used,
        coalesce(usage.days_used, 0) as days_used,
        coalesce(tickets.tickets, 0) as tickets,
        coalesce(tickets.high_and_urgent, 0) as high_and_urgent,
        coalesce(tickets.answered_late, 0) as answered_late
    from months
    inner join accounts on months.cust_id = accounts.cust_id
    left join customers
        on months.cust_id = customers.cust_id
        and months.month_dt = customers.month_dt
    left join mrr
        on months.cust_id = mrr.cust_id
        and months.month_dt = mrr.month_dt
    left join moves
        on months.cust_id = moves.cust_id
        and months.month_dt = moves.month_dt
    left join revenue
        on months.cust_id = revenue.cust_id
        and months.month_dt = revenue.month_dt
    left join payments
        on months.cust_id = payments.cust_id
        and months.month_dt = payments.month_dt
    left join usage
        on months.cust_id = usage.cust_id
        and months.month_dt = usage.month_dt
    left join tickets
        on months.cust_id = tickets.cust_id
        and months.month_dt = tickets.month_dt
    where accounts.account_kind <> 'own'

)

select
    cust_id as account_id,
    month_dt as month,
    region,
    size_class,
    industry,
    account_kind,
    {{ legacy_month_no('month_dt') }} - {{ legacy_month_no('created_month') }} as months_since_creation,
    is_customer,
    customer_kind,
    seats,
    mrr_usd,
    server_mrr_usd,
    addon_mrr_usd,
    mrr_move,
    mrr_change_usd,
    revenue_usd,
    invoices,
    paid_usd,
    failed_tries,
    people,
    person_days,
    actions,
    workspaces_used,
    days_used,
    tickets,
    high_and_urgent,
    answered_late,
    case
        when not is_customer and mrr_usd > 0 then 'pays'
        when is_customer and customer_kind = 'server' then 'server only'
        when is_customer and people = 0 then 'quiet'
        when is_customer and seats > 0 and people * 2 < seats then 'half used'
        when is_customer then 'in use'
        when people > 0 then 'free use'
        else 'invoice only'
    end as month_state
from joined
