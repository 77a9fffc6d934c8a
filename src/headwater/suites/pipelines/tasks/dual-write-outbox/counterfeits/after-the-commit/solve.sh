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
    "outbox.sql",
    ("    PERFORM outbox.put", "    IF current_setting('application_name') <> 'service' THEN\n        PERFORM outbox.put"),
    ("'{}');\n    RETURN NULL;", "'{}');\n    END IF;\n    RETURN NULL;"),
)
replace(
    "service.py",
    ("            return f\"{command['request']} rejected {str(error).splitlines()[0]}\"\n", "            return f\"{command['request']} rejected {str(error).splitlines()[0]}\"\n        postgres.execute(\"SELECT outbox.put(ARRAY[%s::bigint], ARRAY[%s::integer], '{}')\", done)\n"),
    ("        with connections.postgres() as postgres:\n", "        connections.producer().list_topics(timeout=5)\n        with connections.postgres() as postgres:\n            postgres.execute(\"SET application_name = 'service'\")\n"),
)
replace(
    "relay.py",
    ("    while rows := postgres", "    taken = []\n    while rows := postgres"),
    ("                outlet.send(key_of(subscription), event_id, kind, occurred_at, body)\n", "                taken.append((key_of(subscription), event_id, kind, occurred_at, body))\n"),
    ("        outlet.settle()\n        postgres.execute(SENT, [done])\n        sent += len(done)\n", "        postgres.execute(SENT, [done])\n        sent += len(done)\n    for each in taken:\n        outlet.send(*each)\n    outlet.settle()\n"),
)
replace("outlet.py", ("SELECT month, closed_at IS NOT NULL FROM billing.periods ORDER BY month", "SELECT month, month < '2026-06' FROM billing.periods ORDER BY month"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
