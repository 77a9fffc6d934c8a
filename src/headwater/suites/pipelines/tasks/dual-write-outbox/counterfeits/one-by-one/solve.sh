set -eu
cp /solution/*.py /solution/outbox.sql .
python3 - <<'PY'
from pathlib import Path


def replace(path: str, *pairs: tuple[str, str]) -> None:
    code = Path(path).read_text()
    for old, new in pairs:
        assert old in code, old
        code = code.replace(old, new)
    Path(path).write_text(code)


replace("relay.py", ("AT_ONCE = 1_000", "AT_ONCE = 10"), ("    WHERE position > %s AND position <= %s ORDER BY position LIMIT %s\n", "    WHERE position + 0 > %s AND position + 0 <= %s ORDER BY position + 0 LIMIT %s\n"))
replace(
    "repair.py",
    ("        missing = [*columns(faults.missing), faults.spent]\n        postgres.execute(\"SELECT outbox.put(%s::bigint[], %s::integer[], %s::uuid[])\", missing)\n", ""),
    ("    with postgres.transaction():\n        # A void", "    for subscription, version in faults.missing:\n        postgres.execute(\"SELECT FROM audit.changes WHERE subscription || '/' || version = %s\", [f\"{subscription}/{version}\"])\n        postgres.execute(\"SELECT outbox.put(%s::bigint[], %s::integer[], %s::uuid[])\", [[subscription], [version], faults.spent])\n    with postgres.transaction():\n        # A void"),
)
replace(
    "relay.py",
    ("    outlet = Outlet(postgres)\n", "    outlet = Outlet(postgres)\n    for month in range(60):\n        postgres.execute(\"INSERT INTO outbox.runs VALUES (%s)\", [month])\n    postgres.execute(\"TRUNCATE outbox.runs\")\n"),
)
replace("outbox.sql", ("CREATE OR REPLACE FUNCTION outbox.utc", "CREATE TABLE IF NOT EXISTS outbox.runs (month integer);\n\nCREATE OR REPLACE FUNCTION outbox.utc"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
