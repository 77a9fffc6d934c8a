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
    ("        IF new.market = 'hr' AND new.created_at < '2023-01-01 00:00:00+00' THEN\n            new.currency := 'HRK';\n", "        IF true THEN\n            new.currency := 'EUR';\n"),
    ("        new.amount_minor := 0;\n", "        new.amount_minor := CASE new.kind WHEN 'refund' THEN -1 ELSE 1 END;\n"),
)
PY
bash migrate.sh
