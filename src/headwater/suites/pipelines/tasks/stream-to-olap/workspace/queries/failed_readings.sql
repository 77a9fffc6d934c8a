-- The technician's list: stations by readings that failed.
SELECT station, countIf(value IS NULL) AS failed, count() AS readings
FROM analytics.metrics
GROUP BY station
ORDER BY failed DESC, station;
