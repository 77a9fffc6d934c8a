-- Register of active users, one row a user and month. (docs/legacy/registers.md)
select
    user_id,
    month_start,
    main_workspace_id,
    main_account_id,
    active_days,
    workspaces,
    events,
    core_events,
    used_mobile,
    first_active_month
from {{ ref('fct_user_monthly_activity') }}
