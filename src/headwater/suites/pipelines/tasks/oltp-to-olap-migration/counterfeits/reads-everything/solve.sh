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
    ("    SELECT sale_id FROM app.sales WHERE changed_in >= pg_snapshot_xmax(%(seen)s::pg_snapshot) UNION\n", "    SELECT sale_id FROM app.sales WHERE changed_in::text::bigint >= pg_snapshot_xmax(%(seen)s::pg_snapshot)::text::bigint UNION\n"),
    ("AT_ONCE = 20_000", "AT_ONCE = 1_000"))
edit("clickhouse_sales.py", ('''    if versions:
        client.insert("analytics.sale_versions", versions, column_names=[*COLUMNS, "run", "is_gone"])
''', '''    step = 1 if len(versions) < 400 else 20_000
    for start in range(0, len(versions), step):
        client.insert("analytics.sale_versions", versions[start : start + step], column_names=[*COLUMNS, "run", "is_gone"])
    if gone:
        numbers = [row[0] for row in gone]
        sql = "ALTER TABLE analytics.sales_of_months DELETE WHERE sale_id IN {numbers:Array(UInt64)}"
        client.command(sql, parameters={"numbers": numbers})
'''), ('    for rows in batches(postgres):\n', '    print(len(postgres.execute("SELECT * FROM app.sales").fetchall()), "sales")\n    for rows in batches(postgres):\n'))
PY
python3 migrate.py
