-- Network team's page: who sends the most on one day, of all accounts.
SELECT account, region, sum(value) AS used
FROM analytics.usage
WHERE meter = 'egress_gb'
  AND ts >= toDateTime('2026-04-29 00:00:00', 'UTC')
  AND ts < toDateTime('2026-04-30 00:00:00', 'UTC')
GROUP BY account, region
ORDER BY used DESC, account, region
LIMIT 20;
