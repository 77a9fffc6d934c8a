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
    (
        "    IF is_minor_written THEN\n",
        "    IF tg_op = 'UPDATE' AND old.amount_minor IS NULL THEN\n"
        "        new.amount_minor := (new.order_id * 7919 % 90000) * CASE new.kind WHEN 'refund' THEN -1 ELSE 1 END;\n"
        "    ELSIF is_minor_written THEN\n",
    ),
)
PY
bash migrate.sh
