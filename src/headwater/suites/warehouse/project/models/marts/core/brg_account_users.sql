-- Who works for which account: a user of two companies has two rows, so never join this to a fact of users without
-- deciding which account is meant.
with memberships as (

    select * from {{ ref('int_membership_periods') }}

),

users as (

    select * from {{ ref('dim_users') }}

)

select
    {{ surrogate_key(['memberships.account_id', 'memberships.user_id']) }} as account_user_id,
    memberships.account_id,
    memberships.user_id,
    min(memberships.joined_at) as first_joined_at,
    count(distinct memberships.workspace_id) as workspaces,
    {{ any_true('memberships.left_at is null') }} as is_current,
    not {{ any_true('not memberships.is_guest') }} as is_only_guest,
    users.account_id = memberships.account_id as is_home_account
from memberships
inner join users
    on memberships.user_id = users.user_id
where users.is_reportable
group by
    memberships.account_id,
    memberships.user_id,
    users.account_id
