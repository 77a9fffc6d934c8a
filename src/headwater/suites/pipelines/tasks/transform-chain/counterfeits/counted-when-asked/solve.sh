set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("daily.sql",
    ("CREATE OR REPLACE TABLE analytics.daily (\n    day Date,\n    source String,\n    visits UInt32,\n    visitors UInt32,\n    purchases UInt32,\n    revenue Decimal(12, 2)\n)\nENGINE = MergeTree\nORDER BY (day, source)\nAS\n", "CREATE VIEW IF NOT EXISTS analytics.daily AS\n"),
    ("count() AS visits, uniqExact(v.visitor) AS visitors,\n    sum(v.purchases) AS purchases, sum(v.revenue) AS revenue",
     "toUInt32(count()) AS visits, toUInt32(uniqExact(v.visitor)) AS visitors,\n    toUInt32(sum(v.purchases)) AS purchases, CAST(sum(v.revenue) AS Decimal(12, 2)) AS revenue"))
edit("schema.sql", ("ORDER BY (visitor, event_id)", "ORDER BY event_id"))
edit("transform.py", ("BATCH = 20_000", "BATCH = 800"))
PY
python3 transform.py
