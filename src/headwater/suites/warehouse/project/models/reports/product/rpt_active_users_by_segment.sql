-- Monthly users by the segment and region of the account in whose workspace they worked most: each user counts once.
with activity as (

    select * from {{ ref('reg_active_users') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

)

select
    activity.month_start,
    accounts.segment,
    accounts.region,
    count(*) as active_users,
    count(distinct activity.main_account_id) as active_accounts,
    sum(activity.active_days) as user_days,
    sum(activity.events) as events,
    {{ safe_divide('sum(activity.active_days)', 'count(*)', 2) }} as days_per_user
from activity
inner join accounts
    on activity.main_account_id = accounts.account_id
group by activity.month_start, accounts.segment, accounts.region
