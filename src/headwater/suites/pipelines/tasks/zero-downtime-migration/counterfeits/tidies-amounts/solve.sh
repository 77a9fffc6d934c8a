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
    ("    END IF;\n    RETURN new;\nEND\n", "    END IF;\n    new.amount := new.amount_minor / 10::numeric ^ units;\n    RETURN new;\nEND\n"),
)
PY
bash migrate.sh
