set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("rollup.py")
code = path.read_text()
code = code.replace('    WHERE received_at >= fromUnixTimestamp64Milli({mark:Int64}) - INTERVAL 10 MINUTE\n', '    WHERE {mark:Int64} >= 0\n')
code = code.replace('            changes[grain] += other\n', '            changes[grain] += [(counter, key, right.get(key)) for key in sorted(keys)]\n')
code = code.replace('1 + int(client.command("SELECT max(run) FROM rollups.runs"))', '1')
path.write_text(code)
PY
python3 rollup.py
