select day, active_users, stickiness, sessions_per_user, conversion_rate, revenue_per_payer
from metrics.daily
where day >= '2026-01-20'
order by day
