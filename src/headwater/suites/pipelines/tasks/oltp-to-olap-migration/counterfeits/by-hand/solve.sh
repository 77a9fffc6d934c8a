set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)



PY
python3 migrate.py
cat > migrate.py <<'PY'
"""Take a site to the new tables."""

import apply
import connections

client = connections.clickhouse()
client.command("DROP TABLE IF EXISTS analytics.sales SYNC")
client.command("DROP TABLE IF EXISTS analytics.sync_state SYNC")
apply.main()
PY
rm closed_months.py
