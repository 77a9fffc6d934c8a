-- What was rejected, by reason.
SELECT reason, count() AS messages
FROM analytics.metrics_dead_letters
GROUP BY reason
ORDER BY messages DESC;
