-- The depots in one week.
SELECT depot, sum(parcels) AS parcels, sum(delivered) AS delivered, sum(revenue) AS revenue
FROM analytics.depot_daily
WHERE day >= '2025-03-24' AND day < '2025-03-31'
GROUP BY depot
ORDER BY depot
