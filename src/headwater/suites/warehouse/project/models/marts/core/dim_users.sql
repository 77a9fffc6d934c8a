with users as (

    select * from {{ ref('int_users_classified') }}

),

homes as (

    select * from {{ ref('int_user_home_workspaces') }}

),

workspaces as (

    select * from {{ ref('dim_workspaces') }}

),

accounts as (

    select * from {{ ref('dim_accounts') }}

),

zones as (

    select * from {{ ref('map_time_zones') }}

)

select
    users.user_id,
    users.email,
    users.email_domain,
    homes.account_id,
    homes.home_workspace_id,
    homes.home_role,
    users.signup_source,
    users.signup_anonymous_id,
    users.locale,
    -- a tenth of the users never sent their zone: their workspace's stands in
    coalesce(users.time_zone, workspaces.default_time_zone, 'UTC') as time_zone,
    coalesce(zones.standard_offset_minutes, 0) as utc_offset_minutes,
    users.created_at,
    {{ to_date('users.created_at') }} as created_on,
    users.deleted_at,
    users.is_bot,
    users.is_staff,
    users.is_test_user,
    users.has_personal_email,
    users.is_person and coalesce(accounts.is_reportable, true) as is_reportable
from users
left join homes
    on users.user_id = homes.user_id
left join workspaces
    on homes.home_workspace_id = workspaces.workspace_id
left join accounts
    on homes.account_id = accounts.account_id
left join zones
    on coalesce(users.time_zone, workspaces.default_time_zone, 'UTC') = zones.time_zone
