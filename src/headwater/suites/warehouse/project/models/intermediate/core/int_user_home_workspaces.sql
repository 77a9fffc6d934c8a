-- A user may be in workspaces of several companies (agencies, contractors). They belong to the account of the
-- workspace that they joined first as anything but a guest; guests everywhere belong to the first one of all.
with memberships as (

    select * from {{ ref('int_membership_periods') }}

),

first_memberships as (

    {{ deduplicate(
        'memberships',
        partition_by='user_id',
        order_by='case when is_guest then 1 else 0 end, joined_at, membership_id'
    ) }}

)

select
    user_id,
    workspace_id as home_workspace_id,
    account_id,
    role as home_role,
    joined_at as joined_home_at
from first_memberships
