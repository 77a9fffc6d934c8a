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
    ("        new.amount := new.amount_minor / 10::numeric ^ units;\n", "        RETURN new;\n"),
    (
        """,
    ADD CONSTRAINT orders_amount_sign CHECK (
        created_at < '2021-01-01 00:00:00+00'
        OR CASE kind WHEN 'refund' THEN amount_minor <= 0 ELSE amount_minor >= 0 END
    ) NOT VALID;""",
        ";",
    ),
)
PY
bash migrate.sh
