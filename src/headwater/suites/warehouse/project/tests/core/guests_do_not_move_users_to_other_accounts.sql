select users.user_id, users.account_id
from {{ ref('dim_users') }} as users
inner join {{ ref('brg_account_users') }} as home
    on
        users.user_id = home.user_id
        and users.account_id = home.account_id
        and home.is_only_guest
inner join {{ ref('brg_account_users') }} as other
    on
        users.user_id = other.user_id
        and users.account_id <> other.account_id
        and not other.is_only_guest
