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


edit("figures.py",
    ("    SELECT DISTINCT toDate(addMinutes(at, utc_offset)) FROM raw.events\n    ARRAY JOIN (SELECT groupUniqArray(utc_offset) || [toInt16(0)] FROM raw.accounts FINAL) AS utc_offset\n",
     "    SELECT DISTINCT toDate(addMinutes(e.at, c.utc_offset)) FROM raw.events AS e LEFT JOIN (__OFFSETS__) AS c ON c.campaign = e.campaign\n"))
edit("figures.py", ('DAYS = """', 'DAYS = f"""'), ("__OFFSETS__", "{OFFSETS}"), ("{batches:Array(UInt32)}", "{{batches:Array(UInt32)}}"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
