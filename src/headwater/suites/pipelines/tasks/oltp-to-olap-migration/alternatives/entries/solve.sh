set -eu
cp /solution/*.py .
cp /alternative/schema.sql .
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


edit("clickhouse_sales.py", ("analytics.sync_runs", "analytics.snapshots"),
    ("    versions = [[*row, run, is_gone] for is_gone, some in enumerate((rows, gone)) for row in some]\n",
     "    before = gone + held(client, sorted(row[0] for row in rows))\n"
     "    entries = [[*row, sign] for sign, some in ((1, rows), (-1, before)) for row in some]\n"),
    ('    if versions:\n        client.insert("analytics.sale_versions", versions, column_names=[*COLUMNS, "run", "is_gone"])\n',
     '    if entries:\n        client.insert("analytics.sale_entries", entries, column_names=[*COLUMNS, "sign"])\n'),
    ("def write(client: Client, run: int, rows", "def write(client: Client, rows"),
    ("    write(client, run, closed, [])\n", "    add(client, closed)\n"),
    ("        write(client, run, rows, [])\n", "        add(client, rows)\n"),
    ("def bring_all(", '''def add(client: Client, rows: list[Row]) -> None:
    """Add sales to the empty table, while analytics.sales is still the old one."""
    if rows:
        client.insert("analytics.sale_entries", [[*row, 1] for row in rows], column_names=[*COLUMNS, "sign"])


def bring_all('''),
    ('''    for name in ("sale_versions", "sales_of_customers", "sales_of_months"):
        client.command(f"TRUNCATE TABLE analytics.{name}")
''', '''    client.command("TRUNCATE TABLE analytics.sale_entries")
'''))
edit("first_run.py", ("write(client, run, ", "write(client, "))
edit("sync.py", ("write(client, run, changed, gone)", "write(client, changed, gone)"),
    ("writes new\nversions of those that differ.", "adds\nentries for those that differ."))
edit("reports/clickhouse/customer.sql", ("WHERE sale_id IN (SELECT sale_id FROM analytics.sales_of_customers WHERE customer_id = 417)\n    AND customer_id", "WHERE customer_id"))
edit("reports/clickhouse/month.sql", ("WHERE s.sale_id IN (SELECT sale_id FROM analytics.sales_of_months WHERE month = 202605)\n    AND s.sold_at", "WHERE s.sold_at"))
PY
python3 migrate.py
