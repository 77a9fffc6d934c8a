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


edit("fold.py",
    ("return (full * (100 - self.percent) + 50) // 100", "return round(full * (1 - self.percent / 100))"),
    ('if target and target.seq < correction.seq and target.type != "corrected":',
     'if target and target.seq < correction.seq and target.type == "item_added" and not found:'))
PY
psql -qc "ALTER TABLE app.order_snapshots ALTER COLUMN total TYPE numeric(14, 4)"
python3 replay.py
