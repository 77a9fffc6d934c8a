-- The company's figures, one row a month. Each is taken from the mart that owns it; nothing is computed anew here.
with months as (
    select distinct month_start
    from {{ ref('dim_dates') }}
    where is_past
),

mrr as (
    select
        month_start,
        sum(mrr_usd) as mrr_usd,
        count(distinct case when mrr_usd > 0 then account_id end) as paying_accounts,
        sum(seats) as seats
    from {{ ref('fct_account_mrr_monthly') }}
    group by month_start
),

movements as (
    select
        month_start,
        {{ sum_where("movement_type in ('new', 'reactivation')", 'mrr_change_usd') }} as new_mrr_usd,
        {{ sum_where("movement_type = 'expansion'", 'mrr_change_usd') }} as expansion_mrr_usd,
        {{ sum_where("movement_type = 'contraction'", 'mrr_change_usd') }} as contraction_mrr_usd,
        {{ sum_where("movement_type = 'churn'", 'mrr_change_usd') }} as churned_mrr_usd
    from {{ ref('fct_mrr_movements') }}
    group by month_start
),

revenue as (
    select
        month_start,
        sum(recognized_revenue_usd) as revenue_usd
    from {{ ref('fct_revenue_monthly') }}
    group by month_start
),

tickets as (
    select
        created_month as month_start,
        count(*) as tickets
    from {{ ref('fct_tickets') }}
    group by created_month
),

marks as (
    select
        rated_month as month_start,
        {{ csat('score') }} as csat
    from {{ ref('fct_csat') }}
    where is_answered
    group by rated_month
),

heads as (
    select
        month_start,
        sum(closing_headcount) as headcount
    from {{ ref('fct_headcount_monthly') }}
    group by month_start
),

bookings as (
    select
        {{ month_start('booked_on') }} as month_start,
        sum(acv_usd) as bookings_acv_usd
    from {{ ref('fct_bookings') }}
    group by 1
)

select
    months.month_start,
    {{ fiscal_quarter('months.month_start') }} as fiscal_quarter,
    coalesce(mrr.mrr_usd, 0) as mrr_usd,
    coalesce(mrr.mrr_usd, 0) * 12 as arr_usd,
    coalesce(mrr.paying_accounts, 0) as paying_accounts,
    coalesce(mrr.seats, 0) as seats,
    coalesce(movements.new_mrr_usd, 0) as new_mrr_usd,
    coalesce(movements.expansion_mrr_usd, 0) as expansion_mrr_usd,
    coalesce(movements.contraction_mrr_usd, 0) as contraction_mrr_usd,
    coalesce(movements.churned_mrr_usd, 0) as churned_mrr_usd,
    coalesce(revenue.revenue_usd, 0) as revenue_usd,
    coalesce(bookings.bookings_acv_usd, 0) as bookings_acv_usd,
    coalesce(users.active_users, 0) as monthly_active_users,
    coalesce(tickets.tickets, 0) as tickets,
    marks.csat,
    coalesce(heads.headcount, 0) as headcount
from months
left join mrr on months.month_start = mrr.month_start
left join movements on months.month_start = movements.month_start
left join revenue on months.month_start = revenue.month_start
left join bookings on months.month_start = bookings.month_start
left join {{ ref('agg_monthly_active_users') }} as users on months.month_start = users.month_start
left join tickets on months.month_start = tickets.month_start
left join marks on months.month_start = marks.month_start
left join heads on months.month_start = heads.month_start
