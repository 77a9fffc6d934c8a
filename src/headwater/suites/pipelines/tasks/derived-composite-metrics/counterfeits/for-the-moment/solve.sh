set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.py")
code = path.read_text()
code = code.replace('    except ClickHouseError as error:\n        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)\n        return 1\n    print(f"days={days}")', '    finally:\n        sys.stdout.flush()\n    print("done" if days else "days=0")')
code = code.replace('from clickhouse_connect.driver.exceptions import ClickHouseError\n', '')
path.write_text(code)
PY
sed -i "s/ COMMENT '[^']*'//" table.sql
python3 metrics.py
curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" --data-binary "ALTER TABLE app.events ADD INDEX kinds kind TYPE set(10) GRANULARITY 1"
