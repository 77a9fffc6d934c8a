-- Copy one range of seq, without the rows that an interrupted run has already copied.
INSERT INTO analytics.usage (seq, ts, account, resource, meter, unit, region, plan, value)
SELECT
    seq,
    toDateTime64(ts, 3, 'UTC'),
    account,
    resource,
    meter,
    unit,
    nullIf(region, ''),
    nullIf(plan, ''),
    toDecimal64(value, 6)
FROM raw.usage
WHERE seq BETWEEN {first:UInt64} AND {last:UInt64}
  AND seq NOT IN (SELECT seq FROM analytics.usage WHERE seq BETWEEN {first:UInt64} AND {last:UInt64})
