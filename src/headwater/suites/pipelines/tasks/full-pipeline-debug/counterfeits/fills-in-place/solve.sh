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


edit("load.py",
    ('    connections.run_script(clickhouse, "schema.sql")\n', ""),
    ("    if rejected:\n", "    if rejected and False:\n"),
    ('f"CREATE OR REPLACE TABLE analytics.{table}_next AS analytics.{table}"', 'f"TRUNCATE TABLE analytics.{table}"'),
    ('{}, "_next")', "{})"),
    ('        clickhouse.command(f"EXCHANGE TABLES analytics.{table} AND analytics.{table}_next")\n', ""),
    ('        clickhouse.command(f"DROP TABLE analytics.{table}_next")\n', "        pass\n"))
PY
python3 -c 'import connections; connections.clickhouse().command("DROP VIEW IF EXISTS analytics.depot_daily_feed")'
python3 -c 'import connections; connections.clickhouse().command("DROP TABLE analytics.parcels")'
python3 -c 'import connections; connections.run_script(connections.clickhouse(), "schema.sql")'
python3 pipeline.py --repair
