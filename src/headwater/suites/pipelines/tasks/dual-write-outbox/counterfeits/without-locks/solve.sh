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


replace("repair.py", ("    UNION ALL SELECT subscription, version, NULL FROM outbox.set_aside\n", "    UNION ALL SELECT subscription, version, NULL FROM outbox.set_aside\n    LIMIT 0\n"),
    ("        postgres.execute(\"SELECT pg_advisory_lock(%s)\", [LOCK])\n", ""), ("from relay import LOCK, drain", "from relay import drain"),
    ("        # A void has the state of its subscription, so that no change of it may come in between.\n        postgres.execute(LOCK_ROWS, [[subscription for subscription, _ in faults.void]])\n", ""),
)
replace("outbox.sql", ("    event_id uuid NOT NULL UNIQUE,\n", "    event_id uuid NOT NULL,\n"))
replace(
    "relay.py",
    ('        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])\n        sent, blocked = drain(postgres)\n', "        with postgres.transaction():\n            sent, blocked = drain(postgres)\n"),
    ('NEXT = """\n', 'CLAIM = "SELECT position FROM outbox.events WHERE position > %s AND position <= %s ORDER BY position LIMIT %s FOR UPDATE SKIP LOCKED"\nNEXT = """\n'),
    ("    WHERE position > %s AND position <= %s ORDER BY position LIMIT %s\n", "    WHERE position = ANY (%s) ORDER BY position\n"),
    ("    while rows := postgres.execute(NEXT, [position, last, AT_ONCE]).fetchall():\n", "    while claimed := postgres.execute(CLAIM, [position, last, AT_ONCE]).fetchall():\n        rows = postgres.execute(NEXT, [[each for (each,) in claimed]]).fetchall()\n"),
)
replace("relay.py", ("                blocked[subscription] = event_id\n", "                blocked[subscription] = event_id\n                break\n"), ("        sent += len(done)\n    return", "        sent += len(done)\n        if blocked:\n            break\n    return"))
code = Path("repair.py").read_text()
first = code.index("LOCK_ROWS")
Path("repair.py").write_text(code[:first] + code[code.index("\n", first) + 1 :])
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
