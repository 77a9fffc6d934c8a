with running as (
    select
        subscriptions.account_id,
        subscriptions.product_line,
        sum(subscriptions.seats) as seats
    from {{ ref('dim_subscriptions') }} as subscriptions
    inner join {{ ref('dim_accounts') }} as accounts
        on subscriptions.account_id = accounts.account_id
    where subscriptions.status in ('active', 'past_due')
        and subscriptions.product_line = 'cloud'
        and accounts.is_reportable
    group by subscriptions.account_id, subscriptions.product_line
),

recurring as (
    select
        account_id,
        seats
    from {{ ref('fct_account_mrr_monthly') }}
    where month_start = {{ month_start(as_of()) }}
        and product_line = 'cloud'
)

select
    coalesce(running.account_id, recurring.account_id) as account_id,
    running.seats as running_seats,
    recurring.seats as recurring_seats
from running
full join recurring
    on running.account_id = recurring.account_id
where coalesce(running.seats, 0) <> coalesce(recurring.seats, 0)
