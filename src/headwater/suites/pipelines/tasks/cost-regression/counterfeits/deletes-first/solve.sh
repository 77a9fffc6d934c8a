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
    ('    warehouse.command(COMPUTE, {"is_full": False, "read": sorted(near), "days": days})\n    for day in days:\n        warehouse.command(REPLACE, {"day": day})\n',
     '    for day in days:\n        warehouse.command("ALTER TABLE marts.campaign_daily DROP PARTITION {day:Date}", {"day": day})\n    warehouse.command(COMPUTE.replace("INTO marts.campaign_daily_next", "INTO marts.campaign_daily"), {"is_full": False, "read": sorted(near), "days": days})\n'))
edit("load.py", ("WHERE batch NOT IN (SELECT batch FROM marts.loaded)", "WHERE batch > (SELECT max(batch) FROM marts.loaded)"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
