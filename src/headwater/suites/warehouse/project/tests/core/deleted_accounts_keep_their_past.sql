select accounts.account_id
from {{ ref('dim_accounts') }} as accounts
inner join (
    select distinct account_id from {{ ref('fct_events') }}
) as events
    on accounts.account_id = events.account_id
left join (
    select distinct account_id from {{ ref('fct_account_daily_activity') }}
) as activity
    on accounts.account_id = activity.account_id
left join (
    select account_id from {{ ref('fct_user_daily_activity') }} where is_active group by account_id
) as active
    on accounts.account_id = active.account_id
where accounts.is_deleted and activity.account_id is null and active.account_id is not null
