-- The page of finance: a month, by product and plan.
SELECT product, plan, count(DISTINCT account_id) AS accounts, sum(quantity) AS quantity, sum(amount) AS amount
FROM mart.daily_usage
WHERE day >= '2026-08-01' AND day < '2026-09-01'
GROUP BY product, plan
ORDER BY product, plan;
