set -eu
cp /solution/migrate.sh /solution/migrate.py .
cp -r /solution/migration .
python3 - <<'PY'
from pathlib import Path


def edit(file, *changes):
    path = Path(file)
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


edit(
    "migration/expand.sql",
    ("new.amount_minor / 10::numeric ^ units", "new.amount_minor / 100.0"),
    ("round(new.amount::numeric, units) * 10::numeric ^ units", "trunc(new.amount * 100)"),
)
PY
bash migrate.sh
