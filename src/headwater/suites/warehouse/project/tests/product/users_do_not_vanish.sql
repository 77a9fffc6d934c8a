-- Users drift away by the month, never a quarter of them at once.
select month_start, active_users, growth
from {{ ref('rpt_active_users_monthly') }}
where is_complete_month
    and month_start >= cast('2022-01-01' as date)
    and growth < -0.25
