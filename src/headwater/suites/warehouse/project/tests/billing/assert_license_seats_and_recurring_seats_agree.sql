-- Seats in their grace period count in recurring revenue but not here, so that may only be more.
with licensed as (
    select
        account_id,
        {{ month_start('date_day') }} as month_start,
        sum(active_seats) as seats
    from {{ ref('fct_license_seats_daily') }}
    where date_day = {{ month_end('date_day') }}
    group by account_id, {{ month_start('date_day') }}
),

recurring as (
    select
        account_id,
        month_start,
        seats
    from {{ ref('fct_account_mrr_monthly') }}
    where product_line = 'self_managed'
),

accounts as (
    select account_id
    from {{ ref('dim_accounts') }}
    where is_reportable
)

select
    licensed.account_id,
    licensed.month_start,
    licensed.seats as licensed_seats,
    recurring.seats as recurring_seats
from licensed
inner join accounts
    on licensed.account_id = accounts.account_id
left join recurring
    on licensed.account_id = recurring.account_id
    and licensed.month_start = recurring.month_start
where coalesce(recurring.seats, 0) < licensed.seats
