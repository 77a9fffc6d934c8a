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


edit("load.py", ("    WHERE batch IN {batches:Array(UInt32)}\n", "    WHERE batch IN {batches:Array(UInt32)} AND (NOT void OR event_id IN (SELECT event_id FROM marts.events))\n"))
edit("migrate.py", ("    warehouse.command(COPY_VOIDED)\n", ""))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
