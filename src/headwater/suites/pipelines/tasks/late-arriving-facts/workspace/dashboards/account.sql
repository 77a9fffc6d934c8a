-- The page of an account: its usage in a month.
SELECT day, product, plan, quantity, amount
FROM mart.daily_usage
WHERE account_id = 203 AND day >= '2026-08-01' AND day < '2026-09-01'
ORDER BY day, product;
