-- The invoice of an account: a month by meter.
SELECT meter, unit, count() AS samples, sum(value) AS used
FROM analytics.usage
WHERE account = 'acct-0117'
  AND ts >= toDateTime('2026-03-01 00:00:00', 'UTC')
  AND ts < toDateTime('2026-04-01 00:00:00', 'UTC')
GROUP BY meter, unit
ORDER BY meter, unit;
