-- The accounts that the customer team looks after, in each month in which they paid, and three months more: those who
-- just left are who it wants to win back.
with paying as (
    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd,
        sum(seats) as seats
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start
),

followed as (
    select
        account_id,
        min(case when mrr_usd > 0 then month_start end) as first_paid_month,
        max(case when mrr_usd > 0 then month_start end) as last_paid_month
    from paying
    group by account_id
),

months as (
    select distinct month_start
    from {{ ref('dim_dates') }}
    where is_past
)

select
    accounts.account_id,
    months.month_start,
    accounts.segment,
    coalesce(paying.mrr_usd, 0) as mrr_usd,
    coalesce(paying.seats, 0) as seats,
    followed.first_paid_month,
    followed.last_paid_month,
    {{ date_diff_months('followed.first_paid_month', 'months.month_start') }} as months_since_first_paid,
    coalesce(paying.mrr_usd, 0) > 0 as is_paying
from followed
inner join {{ ref('dim_accounts') }} as accounts on followed.account_id = accounts.account_id
inner join months
    on months.month_start >= followed.first_paid_month
    and months.month_start <= {{ date_add_months('followed.last_paid_month', 3) }}
left join paying
    on followed.account_id = paying.account_id
    and months.month_start = paying.month_start
where accounts.is_reportable
