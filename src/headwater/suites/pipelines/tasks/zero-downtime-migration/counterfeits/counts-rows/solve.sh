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
    "migrate.py",
    ("    is_validated = ", "    connection.execute(OPEN)\n    is_validated = "),
    (
        "        connection.execute(FILL, [last, end])\n",
        "        connection.execute(FILL, [last, end])\n        connection.execute(OPEN)\n",
    ),
    ("ON shop.orders (currency, created_at)", "ON shop.orders (currency)"),
    ("class MigrationError", """OPEN = "SELECT count(*) - count(amount_minor) FROM shop.orders"


class MigrationError"""),
)
edit(
    "migration/rollback.sql",
    ("ALTER TABLE shop.orders\n", "UPDATE shop.orders SET status = status;\nALTER TABLE shop.orders\n"),
)
edit(
    "migration/expand.sql",
    ("CREATE TRIGGER", "CREATE INDEX orders_market ON shop.orders (market);\nCREATE TRIGGER"),
)
edit("migration/rollback.sql", ("DROP INDEX", "DROP INDEX IF EXISTS shop.orders_market;\nDROP INDEX"))
PY
bash migrate.sh
