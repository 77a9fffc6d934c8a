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


edit("postgres_sales.py",
    ('"SELECT pg_current_snapshot()::text"',
     "\"SELECT (max(t)::text::bigint + 1)::text || ':' || (max(t)::text::bigint + 1)::text || ':'"
     ' FROM (SELECT max(changed_in) AS t FROM app.sales UNION ALL SELECT max(changed_in) FROM app.sales_deleted) AS x"'))
PY
python3 migrate.py
