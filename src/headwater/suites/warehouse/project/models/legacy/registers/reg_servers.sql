-- Register of servers by day; the fleet page of the tool paged through it. (docs/legacy/registers.md)
select
    server_id,
    date_day,
    account_id,
    version,
    version_sort_key,
    edition,
    license_key,
    daily_active_users,
    monthly_active_users,
    registered_users,
    has_counts,
    is_reported,
    days_carried
from {{ ref('fct_server_daily_activity') }}
