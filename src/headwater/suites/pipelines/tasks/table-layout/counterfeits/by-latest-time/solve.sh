set -eu
cp /solution/schema.sql /solution/fill.py .
cat > fill.sql <<'SQL'
INSERT INTO analytics.usage (seq, ts, account, resource, meter, unit, region, plan, value)
SELECT
    seq, toDateTime64(ts, 3, 'UTC'), account, resource, meter, unit, nullIf(region, ''), nullIf(plan, ''),
    toDecimal64(value, 6)
FROM raw.usage
WHERE toDateTime64(ts, 3, 'UTC') > (SELECT max(ts) FROM analytics.usage)
SQL
python3 - <<'PY'
from pathlib import Path

code = Path("fill.py").read_text()
start, end = code.index("    copied = 0"), code.index("    return copied")
code = code[:start] + "    copied = client.command(statement).written_rows if end > begin else 0\n" + code[end:]
Path("fill.py").write_text(code.replace('SPAN = 2_500_000\n', ""))
PY
python3 fill.py
