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


path = Path("migration/rollback.sql")
path.write_text("""ALTER TABLE shop.orders DROP COLUMN IF EXISTS amount_minor;
DROP INDEX IF EXISTS shop.orders_currency_created;
""")
PY
bash migrate.sh
