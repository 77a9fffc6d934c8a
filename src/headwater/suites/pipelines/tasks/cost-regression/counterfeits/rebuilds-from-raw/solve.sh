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


edit("migrate.py", ("campaign, user, micros FROM marts.events_by_id FINAL", "campaign, user, micros FROM raw.events\n    WHERE NOT void AND batch IN (SELECT batch FROM marts.loaded)"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
