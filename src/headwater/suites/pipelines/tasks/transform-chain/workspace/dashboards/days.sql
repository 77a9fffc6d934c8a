-- Visits and revenue of each day of two months, by source.
SELECT day, source, visits, visitors, purchases, revenue
FROM analytics.daily
WHERE day >= '2026-03-01' AND day < '2026-05-01'
ORDER BY day, source
