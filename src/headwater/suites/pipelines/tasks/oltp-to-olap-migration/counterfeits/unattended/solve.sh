set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


path = Path("sync.py")
code = path.read_text()
start, end = code.index("    try:\n        if is_check"), code.index("    return 0\n\n\nif __name__")
code = code[:start] + """    if is_check:
        return check()
    print(f"changed={run()}")
""" + code[end:]
code = code.replace(" or set(mine) != set(right):", ":")
code = code.replace("from clickhouse_connect.driver.exceptions import ClickHouseError\n", "").replace("import NoSalesError, batches", "import batches")
path.write_text(code)
PY
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP TABLE analytics.sales SYNC")
client.command("DROP TABLE analytics.sync_state SYNC")
PY
python3 apply.py
python3 sync.py
