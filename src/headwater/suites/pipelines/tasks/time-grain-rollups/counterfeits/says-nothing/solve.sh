set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("rollup.py")
code = path.read_text()
code = code.replace('    except ClickHouseError as error:\n        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)\n        return 1\n    print(f"changed={changed}")', '    finally:\n        sys.stdout.flush()\n    print("done" if changed else "nothing to do")')
code = code.replace('from clickhouse_connect.driver.exceptions import ClickHouseError\n', '')
path.write_text(code)
PY
python3 rollup.py
curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" --data-binary "ALTER TABLE counts.readings ADD INDEX received received_at TYPE minmax GRANULARITY 1"
echo "limit 1000" >> dashboards/year.sql
