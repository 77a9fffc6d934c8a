select users.user_id, users.time_zone
from {{ ref('dim_users') }} as users
inner join {{ ref('stg_app__users') }} as app_users
    on users.user_id = app_users.user_id
where
    app_users.time_zone is null
    and users.home_workspace_id is not null
    and users.time_zone = 'UTC'
