-- What lost parcels cost us.
SELECT depot, count() AS parcels, sum(price) AS amount
FROM analytics.parcels
WHERE state = 'lost'
GROUP BY depot
ORDER BY depot
