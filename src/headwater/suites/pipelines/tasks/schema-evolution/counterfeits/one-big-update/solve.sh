set -eu
cp /solution/sync.py .
cp /solution/partner_export.sql reports/
cp -r /solution/migrations .
echo '| `weight_kg` | numeric(9,3) | Nullable(Decimal(9, 3)) | for freight |' >> docs/dictionary.md
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/005_weights.py")
code = path.read_text()
code = code.replace("BATCH = 2_000", "BATCH = 1_000_000")
code = code.replace("for item, *said in rows if (weight := weight_of(*said))}", "for item, *said in rows for weight in [weight_of(*said)]}")
code = code.replace("SELECT item_id, weight_kg FROM catalog.items WHERE weight_kg IS NOT NULL", "SELECT item_id, weight_kg FROM catalog.items")
path.write_text(code)
Path("migrations/postgres/007_sorted.sql").write_text(
    "SET LOCAL lock_timeout = '2s';\n\nCLUSTER catalog.items USING items_pkey;\n"
)
PY
python3 migrate.py
python3 sync.py
