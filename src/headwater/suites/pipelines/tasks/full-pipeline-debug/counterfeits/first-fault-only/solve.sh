set -eu
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("publish.py", ('"parcel.changes"', '"parcels.changes"'), ("key=depot", "key=str(parcel)"))
edit("load.py", ('float(content["price"])', 'Decimal(content["price"])'),
    ("from datetime import UTC, date, datetime\n", "from datetime import UTC, date, datetime\nfrom decimal import Decimal\n"))
PY
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP VIEW analytics.depot_daily_feed")
client.command("RENAME TABLE analytics.parcels TO analytics.parcel_rows, analytics.depot_daily TO analytics.depot_daily_old")
client.command("CREATE VIEW analytics.parcels AS SELECT * FROM analytics.parcel_rows FINAL")
client.command("""
    CREATE VIEW analytics.depot_daily AS
    SELECT posted_on AS day, depot, count() AS parcels, countIf(state = 'delivered') AS delivered,
        sumIf(price, state != 'returned') AS revenue
    FROM analytics.parcels GROUP BY day, depot
""")
PY
sed -i 's/analytics.parcels"/analytics.parcel_rows"/' load.py
python3 pipeline.py
