-- The figures of each day and plan in a quarter.
SELECT day, plan, active_users, paying_accounts, revenue
FROM analytics.daily_metrics
WHERE day >= '2026-02-01' AND day < '2026-05-01'
ORDER BY day, plan
