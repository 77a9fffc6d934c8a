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


edit("publish.py", ("SELECT parcel_id, revision, false, depot, state, price,", "SELECT parcel_id, revision, false, 'lyon', 'delivered', 9.99,"))
edit("repair.py", ("SELECT parcel_id, revision, false, depot, state, price,", "SELECT parcel_id, revision, false, 'lyon', 'delivered', 9.99,"),
    ("            if topic.pop(change.parcel, None) != (change.revision, False):\n                sender.send(change)\n",
     "            topic.pop(change.parcel, None)\n            sender.send(change)\n"))
edit("load.py", ("numbers = [change.parcel, change.revision, int(change.is_deleted)]", "numbers = [change.parcel, change.revision, int(change.is_deleted)]\n            change = messages.Change(change.parcel, change.revision, change.is_deleted, 'lyon', 'delivered', messages.Decimal('9.99'), change.posted_on)"))
PY
python3 -c 'import connections; connections.clickhouse().command("DROP VIEW IF EXISTS analytics.depot_daily_feed")'
python3 -c 'import connections; connections.clickhouse().command("DROP TABLE analytics.parcels")'
python3 pipeline.py --repair
