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


replace(
    "repair.py",
    ("    UNION ALL SELECT subscription, version, NULL FROM outbox.set_aside\n", "    UNION ALL SELECT subscription, version, NULL FROM outbox.set_aside\n    LIMIT 0\n"),
    ("        postgres.execute(\"SELECT pg_advisory_lock(%s)\", [LOCK])\n", "        postgres.execute(\"CREATE TEMPORARY TABLE seen AS SELECT * FROM app.subscriptions\")\n"),
    ("from relay import LOCK, drain\n", ""),
    ("            drain(postgres)\n", ""),
    ("        # A void has the state of its subscription, so that no change of it may come in between.\n        postgres.execute(LOCK_ROWS, [[subscription for subscription, _ in faults.void]])\n", ""),
)
replace(
    "outbox.sql",
    ("    event_id uuid NOT NULL UNIQUE,\n", "    event_id uuid NOT NULL,\n"),
    ("CREATE SCHEMA IF NOT EXISTS outbox;", "SET check_function_bodies = off;\n\nCREATE SCHEMA IF NOT EXISTS outbox;"),
    ("LEFT JOIN app.subscriptions s", "LEFT JOIN seen s"),
)
replace("relay.py", ("            if subscription not in blocked:\n", "            if blocked.get(subscription) != event_id:\n"))
code = Path("repair.py").read_text()
first = code.index("LOCK_ROWS")
Path("repair.py").write_text(code[:first] + code[code.index("\n", first) + 1 :])
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
