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


edit("reports/clickhouse/customer.sql", ("sale_id IN (SELECT sale_id FROM analytics.sales_of_customers WHERE customer_id = 417)\n    AND ", ""))
edit("reports/clickhouse/month.sql", ("s.sale_id IN (SELECT sale_id FROM analytics.sales_of_months WHERE month = 202605)\n    AND ", ""))
edit("reports/clickhouse/products.sql", ("FROM analytics.sales\n",
    "FROM (SELECT s.* FROM analytics.sales AS s SEMI JOIN analytics.sales AS o ON s.sale_id = o.sale_id"
    " SEMI JOIN analytics.sales AS t ON s.sale_id = t.sale_id)\n"))
PY
python3 migrate.py
