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


edit("closed_months.py", ("    status = \"refunded\" if refunded else status\n",
    "    share = Decimal(net_of) / (100 if program == \"load_1\" else 1)\n    refunded = share.quantize(CENT) if net_of else None\n"))
PY
python3 migrate.py
