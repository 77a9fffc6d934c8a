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
    ("FROM app.sales WHERE changed_in >= %(next)s::xid8", "FROM app.sales WHERE changed_in::text::bigint >= %(next)s::text::bigint"),
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
edit("reports/clickhouse/customer.sql", ("sale_id IN (SELECT sale_id FROM analytics.sales_of_customers WHERE customer_id = 417)\n    AND ", ""))
edit("reports/clickhouse/month.sql", ("s.sale_id IN (SELECT sale_id FROM analytics.sales_of_months WHERE month = 202605)\n    AND ", ""))
edit("reports/clickhouse/products.sql", ("FROM analytics.sales\n",
    "FROM (SELECT s.product AS product, s.amount AS amount, s.refunded AS refunded, s.sold_at AS sold_at,"
    " s.currency AS currency, s.status AS status FROM analytics.sales AS s SEMI JOIN analytics.sales AS o ON s.sale_id = o.sale_id"
    " SEMI JOIN analytics.sales AS t ON s.sale_id = t.sale_id)\n"))
PY
python3 migrate.py
