set -eu
cp /solution/figures.py /solution/status.py /counterfeit/pipeline.py /counterfeit/schema.sql .
python3 - <<'PY'
import connections

connections.clickhouse().command("RENAME TABLE sales.daily TO sales.days_before")
PY
python3 apply.py
python3 - <<'PY'
import connections

connections.clickhouse().command("DELETE FROM sales.days_before WHERE day >= '2026-09-21'")
PY
python3 pipeline.py --days 2026-09-21 2026-11-21
python3 pipeline.py
