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
    "relay.py",
    ("    WHERE position > %s AND position <= %s ORDER BY position LIMIT %s\n", "    WHERE position > %s AND position <= %s ORDER BY position LIMIT %s FOR UPDATE SKIP LOCKED\n"),
    ("        postgres.execute(\"SELECT pg_advisory_lock(%s)\", [LOCK])\n        sent, blocked = drain(postgres)\n", "        with postgres.transaction():\n            sent, blocked = drain(postgres)\n"),
)
replace(
    "repair.py",
    ("        postgres.execute(\"SELECT pg_advisory_lock(%s)\", [LOCK])\n", ""),
    ("from relay import LOCK, drain", "from relay import drain"),
    ("            drain(postgres)\n", "            with postgres.transaction():\n                drain(postgres)\n"),
    ("        # A void has the state of its subscription, so that no change of it may come in between.\n        postgres.execute(LOCK_ROWS, [[subscription for subscription, _ in faults.void]])\n", ""),
)
code = Path("repair.py").read_text()
first = code.index("LOCK_ROWS")
Path("repair.py").write_text(code[:first] + code[code.index("\n", first) + 1 :])
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
