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


edit("figures.py", ("        replace_days(warehouse, [day for (day,) in warehouse.query(DAYS, {\"batches\": batches})])\n",
    "        days = [day for (day,) in warehouse.query(DAYS, {\"batches\": batches})]\n        replace_days(warehouse, [min(days) + timedelta(days=n) for n in range((max(days) - min(days)).days + 1)])\n"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
