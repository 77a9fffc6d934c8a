set -eu
cp -r /solution/*.py /solution/schema .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("nightly.py", ("    load.load(warehouse, batches)\n", "    days = figures.days(warehouse, batches)\n    load.load(warehouse, batches)\n"), ("figures.daily(warehouse, batches)", "figures.daily(warehouse, days)"),
    ("        return 1\n", "        return 0\n"))
edit("figures.py",
    ("    SELECT DISTINCT toDate(addMinutes(at, utc_offset)) FROM raw.events\n    ARRAY JOIN (SELECT groupUniqArray(utc_offset) || [toInt16(0)] FROM raw.accounts FINAL) AS utc_offset\n    WHERE batch IN {batches:Array(UInt32)}\n",
     "    SELECT DISTINCT toDate(addMinutes(e.at, c.utc_offset)) FROM (\n        SELECT at, campaign FROM raw.events WHERE batch IN {{batches:Array(UInt32)}}\n        UNION ALL\n        SELECT at, campaign FROM marts.events FINAL WHERE toDate(at) IN (SELECT toDate(at) FROM raw.events WHERE batch IN {{batches:Array(UInt32)}})\n        AND event_id IN (SELECT event_id FROM raw.events WHERE batch IN {{batches:Array(UInt32)}})\n    ) AS e\n    LEFT JOIN ({OFFSETS}) AS c ON c.campaign = e.campaign\n"),
    ('DAYS = """', 'DAYS = f"""'),
    ("def daily(warehouse: Warehouse, batches: list[int]) -> None:", 'def days(warehouse: Warehouse, batches: list[int]) -> list[date]:\n    """Return the days that new rows belong to and those that they leave."""\n    return [day for (day,) in warehouse.query(DAYS, {"batches": batches})]\n\n\ndef daily(warehouse: Warehouse, found: list[date]) -> None:'),
    ('replace_days(warehouse, [day for (day,) in warehouse.query(DAYS, {"batches": batches})])\n', "replace_days(warehouse, found)\n"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
