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


edit("sync.py", ("    write(client, run, changed, gone)\n    end_run(client, run, snapshot(postgres))\n", "    end_run(client, run, snapshot(postgres))\n    write(client, run, changed, gone)\n"))
edit("postgres_sales.py", ('''            if postgres.execute("SELECT 1 FROM app.sales LIMIT 1").fetchone() is None:
                raise NoSalesError("app.sales in Postgres is empty, so nothing was changed")
''', ""))
edit("schema.sql", ("CREATE TABLE IF NOT EXISTS analytics.sale_versions (", "CREATE OR REPLACE TABLE analytics.sale_versions ("))
PY
python3 migrate.py
