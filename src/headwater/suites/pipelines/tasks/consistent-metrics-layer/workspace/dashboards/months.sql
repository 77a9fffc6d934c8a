-- The figures of each month and plan.
SELECT month, plan, active_users, paying_accounts, revenue
FROM analytics.monthly_metrics
ORDER BY month, plan
