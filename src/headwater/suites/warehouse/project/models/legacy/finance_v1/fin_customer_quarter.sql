{{ config(materialized='table') }}

-- T. Whitlock, 2022-06-14. Everything that money has to do with a customer, by quarter of the calendar: invoiced with and without VAT,
-- earned, paid, given back, open at the end, recurring at the end. Read by the credit limits (fin_credit_limits) and by nobody else
-- since the customer team has its own page.
with quarters as (

    select
        {{ fin_quarter('month_dt') }} as calendar_quarter,
        min(month_dt) as first_month,
        max(month_dt) as last_month
    from {{ ref('base_calendar') }}
    group by {{ fin_quarter('month_dt') }}

),

invoiced as (

    select
        account_id,
        calendar_quarter,
        count(*) as invoices,
        sum({{ legacy_usd('gross', 'rate') }}) as invoiced_gross_usd,
        sum({{ legacy_usd('net', 'rate') }}) as invoiced_net_usd,
        sum(case when settlement_state in ('paid late', 'in dunning', 'overdue') then 1 else 0 end) as late_invoices,
        sum({{ legacy_usd('written_off', 'rate') }}) as written_off_usd
    from {{ ref('fin_invoice_list') }}
    where status <> 'void'
    group by account_id, calendar_quarter

),

earned as (

    select
        account_id,
        calendar_quarter,
        sum(earned_usd) as earned_usd
    from {{ ref('fin_revenue_month') }}
    group by account_id, calendar_quarter

),

paid as (

    select
        cust_id_v2 as account_id,
        {{ fin_quarter('pay_dt') }} as calendar_quarter,
        sum(amount_usd) as paid_usd
    from {{ ref('base_payments') }}
    where is_ok = 'Y'
    group by cust_id_v2, {{ fin_quarter('pay_dt') }}

),

given_back as (

    select
        account_id,
        {{ fin_quarter('given_back_on') }} as calendar_quarter,
        sum(gross_usd) as given_back_usd
    from {{ ref('fin_given_back') }}
    group by account_id, {{ fin_quarter('given_back_on') }}

),

open_items as (

    select
        receivables.account_id,
        quarters.calendar_quarter,
        receivables.open_usd,
        receivables.oldest_days
    from {{ ref('fin_receivables') }} as receivables
    inner join quarters on receivables.month = quarters.last_month

),

recurring as (

    select
        mrr.cust_id as account_id,
        quarters.calendar_quarter,
        mrr.mrr_usd
    from {{ ref('v_mrr') }} as mrr
    inner join quarters on mrr.month_dt = quarters.last_month

),

keys as (

    select account_id, calendar_quarter from invoiced
    union
    select account_id, calendar_quarter from earned
    union
    select account_id, calendar_quarter from paid
    union
    select account_id, calendar_quarter from given_back
    union
    select account_id, calendar_quarter from open_items
    union
    select account_id, calendar_quarter from recurring

)

select
    keys.account_id,
    keys.calendar_quarter,
    quarters.first_month,
    coalesce(invoiced.invoices, 0) as invoices,
    coalesce(invoiced.invoiced_gross_usd, 0) as invoiced_gross_usd,
    coalesce(invoiced.invoiced_net_usd, 0) as invoiced_net_usd,
    coalesce(invoiced.late_invoices, 0) as late_invoices,
    coalesce(invoiced.written_off_usd, 0) as written_off_usd,
    coalesce(earned.earned_usd, 0) as earned_usd,
    coalesce(paid.paid_usd, 0) as paid_usd,
    coalesce(given_back.given_back_usd, 0) as given_back_usd,
    coalesce(open_items.open_usd, 0) as open_usd,
    coalesce(open_items.oldest_days, 0) as oldest_days,
    coalesce(recurring.mrr_usd, 0) as mrr_usd
from keys
inner join quarters on keys.calendar_quarter = quarters.calendar_quarter
left join invoiced
    on keys.account_id = invoiced.account_id
    and keys.calendar_quarter = invoiced.calendar_quarter
left join earned
    on keys.account_id = earned.account_id
    and keys.calendar_quarter = earned.calendar_quarter
left join paid
    on keys.account_id = paid.account_id
    and keys.calendar_quarter = paid.calendar_quarter
left join given_back
    on keys.account_id = given_back.account_id
    and keys.calendar_quarter = given_back.calendar_quarter
left join open_items
    on keys.account_id = open_items.account_id
    and keys.calendar_quarter = open_items.calendar_quarter
left join recurring
    on keys.account_id = recurring.account_id
    and keys.calendar_quarter = recurring.calendar_quarter
