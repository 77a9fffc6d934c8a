select
    accounts.account_id,
    accounts.owner_user_id
from {{ ref('dim_accounts') }} as accounts
inner join {{ ref('dim_users') }} as users
    on
        accounts.owner_user_id = users.user_id
        and accounts.account_id = users.account_id
left join {{ ref('brg_account_users') }} as bridge
    on
        accounts.account_id = bridge.account_id
        and accounts.owner_user_id = bridge.user_id
where accounts.is_reportable and users.is_reportable and bridge.account_user_id is null
