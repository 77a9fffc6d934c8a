set -eu
cp /solution/sync.py .
cp -r /solution/migrations .
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/005_weights.py")
code = path.read_text()
code = code.replace("BATCH = 2_000", "BATCH = 1_000_000")
code = code.replace("""        postgres.execute("SET LOCAL catalog.keep_updated_at = 'on'")\n""", "")
code = code.replace("    carry(postgres, clickhouse)\n", "")
path.write_text(code)
PY
python3 migrate.py
python3 sync.py
