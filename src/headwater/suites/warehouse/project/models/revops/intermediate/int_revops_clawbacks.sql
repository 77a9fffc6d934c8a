-- What is taken back: half of the commission of a deal whose account stopped paying within six months of it, and all of it if the
-- account's first invoice after the deal was written off. The larger one counts; renewals of the same account do not cure it.
with credits as (
    select * from {{ ref('int_revops_deal_credits') }}
),

bookings as (
    select
        opportunity_id,
        account_id,
        booked_on,
        month_start
    from {{ ref('fct_bookings') }}
    where account_id is not null
),

churns as (
    select
        account_id,
        month_start as churned_month
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'churn'
),

churned as (
    select
        bookings.opportunity_id,
        min(churns.churned_month) as churned_month
    from bookings
    inner join churns
        on bookings.account_id = churns.account_id
        and churns.churned_month > bookings.month_start
        and churns.churned_month <= {{ to_date(date_add_months('bookings.month_start', 6)) }}
    group by bookings.opportunity_id
),

first_invoices as (
    select
        bookings.opportunity_id,
        invoices.invoice_id,
        invoices.status,
        invoices.invoiced_on,
        row_number() over (partition by bookings.opportunity_id order by invoices.invoiced_on, invoices.invoice_id) as invoice_number
    from bookings
    inner join {{ ref('fct_invoices') }} as invoices
        on bookings.account_id = invoices.account_id
        and invoices.invoiced_on >= bookings.booked_on
),

written_off as (
    select
        opportunity_id,
        {{ to_date(date_add_days('invoiced_on', 90)) }} as written_off_on
    from first_invoices
    where invoice_number = 1
        and status = 'uncollectible'
)

select
    credits.deal_credit_id,
    credits.opportunity_id,
    credits.payee_crm_user_id,
    churned.churned_month,
    written_off.written_off_on,
    case when written_off.opportunity_id is not null then 'written off' else 'churned' end as clawback_reason,
    cast(case when written_off.opportunity_id is not null then 1 else 0.5 end as decimal(9, 4)) as clawback_share,
    least(
        coalesce(written_off.written_off_on, cast('9999-12-31' as date)),
        coalesce(churned.churned_month, cast('9999-12-31' as date))
    ) as clawed_back_on
from credits
left join churned
    on credits.opportunity_id = churned.opportunity_id
left join written_off
    on credits.opportunity_id = written_off.opportunity_id
where churned.opportunity_id is not null
    or written_off.opportunity_id is not null
