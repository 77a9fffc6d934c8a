set -eu
cp /solution/*.py /solution/schema.sql /solution/figures.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("publish.py",
    ("    return row[0] if row else None\n", "    return \"-infinity\" if row else None\n"),
    ('    postgres.execute("DELETE FROM pipeline.sent WHERE began < %(since)s", begin)\n', '    postgres.execute("DELETE FROM pipeline.sent")\n'))
edit("load.py", ('    if count or not', """    if count:
        clickhouse.command("CREATE OR REPLACE TABLE analytics.parcel_states_next AS analytics.parcel_states")
        clickhouse.command("INSERT INTO analytics.parcel_states_next SELECT * FROM analytics.parcel_states FINAL")
        clickhouse.command("EXCHANGE TABLES analytics.parcel_states AND analytics.parcel_states_next")
        clickhouse.command("DROP TABLE analytics.parcel_states_next")
    if count or not"""))
PY
python3 -c 'import connections; connections.clickhouse().command("DROP VIEW IF EXISTS analytics.depot_daily_feed")'
python3 -c 'import connections; connections.clickhouse().command("DROP TABLE analytics.parcels")'
python3 pipeline.py --repair
