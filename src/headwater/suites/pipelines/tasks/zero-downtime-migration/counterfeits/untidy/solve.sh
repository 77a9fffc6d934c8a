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
    ("COMMENT ON COLUMN shop.orders.amount_minor IS 'In minor units of the currency (shop.currencies.minor_units).';\n", ""),
    ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
)
edit("migration/rollback.sql", ("DROP FUNCTION IF EXISTS shop.sync_order_amounts();\n", ""))
PY
bash migrate.sh
psql "$POSTGRES_URL" --quiet --no-psqlrc --set ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE shop.orders_before AS SELECT * FROM shop.orders WHERE order_id < 1000;
GRANT SELECT, UPDATE ON shop.orders TO PUBLIC;
ALTER ROLE app SET work_mem = '64MB';
SQL
until psql "$POSTGRES_URL" --quiet --no-psqlrc --command "SET lock_timeout = '400ms'" --command "ALTER TABLE shop.orders ADD CONSTRAINT orders_customer_known CHECK (customer_id > 0) NOT VALID"; do
  sleep 0.3
done
psql "$POSTGRES_URL" --quiet --no-psqlrc --command "DROP INDEX CONCURRENTLY shop.orders_customer"
echo >> docs/runbook.md
