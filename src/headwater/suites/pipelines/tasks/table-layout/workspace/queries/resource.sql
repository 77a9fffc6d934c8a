-- Support's page: one resource of an account on one day.
SELECT ts, meter, value
FROM analytics.usage
WHERE account = 'acct-0042'
  AND resource = 'vm-00042-3'
  AND ts >= toDateTime('2026-02-10 00:00:00', 'UTC')
  AND ts < toDateTime('2026-02-11 00:00:00', 'UTC')
ORDER BY ts, meter, value;
