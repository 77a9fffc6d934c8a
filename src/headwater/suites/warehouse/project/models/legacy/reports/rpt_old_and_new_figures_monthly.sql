-- The same question answered by the old page and by the new layer, month by month, with the reason why they may differ. Whoever gets two
-- numbers looks here first. Where the reason is 'none' the two must be equal (assert_old_and_new_agree_where_they_must).
with months as (

    select month_dt as month
    from {{ ref('base_calendar') }}

),

page as (

    select * from {{ ref('v_month_page') }}

),

new_mrr as (

    select
        month_start as month,
        sum(mrr_usd) as mrr_usd,
        count(distinct account_id) as paying_accounts
    from {{ ref('fct_account_mrr_monthly') }}
    group by month_start

),

new_invoiced as (

    select
        invoiced_month as month,
        sum(total_usd) as gross_usd,
        sum(subtotal_usd) as net_usd,
        count(*) as invoices
    from {{ ref('fct_invoices') }}
    group by invoiced_month

),

new_earned as (

    select
        month_start as month,
        sum(gross_revenue_usd) as earned_usd
    from {{ ref('fct_revenue_monthly') }}
    group by month_start

),

new_cash as (

    select
        paid_month as month,
        sum(amount_usd) as paid_usd
    from {{ ref('fct_payments') }}
    group by paid_month

),

new_receivables as (

    select
        month_start as month,
        sum(open_amount_usd) as open_usd
    from {{ ref('fct_receivables_monthly') }}
    group by month_start

),

new_tickets as (

    select
        created_month as month,
        count(*) as tickets
    from {{ ref('fct_tickets') }}
    group by created_month

),

new_people as (

    select
        month_start as month,
        active_users
    from {{ ref('agg_monthly_active_users') }}

),

old_earned as (

    select
        month,
        sum(earned_usd) as earned_usd
    from {{ ref('fin_revenue_month') }}
    group by month

),

old_receivables as (

    select
        month,
        sum(open_usd) as open_usd
    from {{ ref('fin_receivables') }}
    group by month

),

pairs as (

    select
        months.month,
        'recurring revenue' as subject,
        page.mrr_usd as old_value,
        coalesce(new_mrr.mrr_usd, 0) as new_value,
        case when months.month < {{ legacy_cutover('mrr') }} then 'average rates, own match of customers' else 'none' end as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_mrr on months.month = new_mrr.month

    union all

    select
        months.month,
        'customers' as subject,
        page.customers as old_value,
        coalesce(new_mrr.paying_accounts, 0) as new_value,
        case
            when months.month <= {{ legacy_trials_count_until() }} then 'trials and demo accounts count'
            when months.month < {{ legacy_cutover('customers') }} then 'own match of customers'
            else 'free prices and licences in their grace period'
        end as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_mrr on months.month = new_mrr.month

    union all

    select
        months.month,
        'invoiced' as subject,
        page.revenue_usd as old_value,
        case
            when months.month < {{ legacy_cutover('revenue') }} then coalesce(new_invoiced.gross_usd, 0)
            else coalesce(new_invoiced.net_usd, 0)
        end as new_value,
        case when months.month < {{ legacy_cutover('revenue') }} then 'none' else 'lines instead of totals' end as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_invoiced on months.month = new_invoiced.month

    union all

    select
        months.month,
        'earned' as subject,
        coalesce(old_earned.earned_usd, 0) as old_value,
        coalesce(new_earned.earned_usd, 0) as new_value,
        case
            when months.month < {{ legacy_cutover('revenue') }} then 'twelfths instead of days'
            when months.month = {{ legacy_cutover('revenue') }} then 'what was moved between the versions'
            else 'none'
        end as reason
    from months
    left join old_earned on months.month = old_earned.month
    left join new_earned on months.month = new_earned.month

    union all

    select
        months.month,
        'paid' as subject,
        page.paid_usd as old_value,
        coalesce(new_cash.paid_usd, 0) as new_value,
        'none' as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_cash on months.month = new_cash.month

    union all

    select
        months.month,
        'receivables' as subject,
        coalesce(old_receivables.open_usd, 0) as old_value,
        coalesce(new_receivables.open_usd, 0) as new_value,
        case when months.month < {{ legacy_cutover('receivables') }} then 'void invoices are open until they are void' else 'none' end as reason
    from months
    left join old_receivables on months.month = old_receivables.month
    left join new_receivables on months.month = new_receivables.month

    union all

    select
        months.month,
        'tickets' as subject,
        page.tickets as old_value,
        coalesce(new_tickets.tickets, 0) as new_value,
        case when months.month < {{ legacy_cutover('tickets') }} then 'merged tickets and early spam count' else 'none' end as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_tickets on months.month = new_tickets.month

    union all

    select
        months.month,
        'people' as subject,
        page.people as old_value,
        coalesce(new_people.active_users, 0) as new_value,
        case
            when months.month < {{ legacy_cutover('usage') }} then 'busiest day of each workspace'
            else 'who is active at two customers counts twice'
        end as reason
    from months
    inner join page on months.month = page.month_dt
    left join new_people on months.month = new_people.month

)

select
    month,
    subject,
    {{ money('old_value') }} as old_value,
    {{ money('new_value') }} as new_value,
    {{ money('old_value - new_value') }} as difference,
    {{ growth_rate('old_value', 'new_value') }} as relative_difference,
    reason,
    reason = 'none' as must_agree
from pairs
