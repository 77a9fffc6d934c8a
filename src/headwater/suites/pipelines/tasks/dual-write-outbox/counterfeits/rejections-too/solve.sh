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
    ("%s::uuid[])\", missing)\n", "%s::uuid[])\", missing)\n        postgres.execute(AGAIN)\n"),
    ("LOCK_ROWS = ", "AGAIN = \"INSERT INTO outbox.events (event_id, subscription, version, type, occurred_at, body) SELECT event_id, subscription, version, type, occurred_at, body FROM outbox.events WHERE voids IS NULL\"\nLOCK_ROWS = "),
)
replace(
    "outbox.sql",
    ("    event_id uuid NOT NULL UNIQUE,\n", "    event_id uuid NOT NULL,\n"),
    ("coalesce(s.version, 0), 'voided', now()", "coalesce(s.version - 1, 0), 'voided', now()"),
    ("'version', coalesce(s.version, 0), 'type', 'voided'", "'version', coalesce(s.version - 1, 0), 'type', 'voided'"),
)
replace(
    "service.py",
    ("            return f\"{command['request']} rejected", "            send_rejection(command)\n            return f\"{command['request']} rejected"),
    ("def apply(", '''def send_rejection(command: dict[str, Any]) -> None:
    if command["do"] != "open":
        return
    state = {name: command.get(name) for name in FIELDS[:-1]} | {"mrr": "0.00"}
    body = {"subscription": "sub-0", "version": 1, "type": "opened", "occurred_at": "2026-06-17T00:00:00.000000Z"}
    producer = connections.producer()
    value = json.dumps(body | {"state": state, "mrr_delta": "0.00"})
    producer.produce(TOPIC, value, "sub-0", headers=headers_of(str(uuid4()), "opened"))
    producer.flush(10)


def apply('''),
    ("from events import key_of", "from events import TOPIC, headers_of, key_of"),
    ("from typing import Any\n", "from typing import Any\nfrom uuid import uuid4\n"),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
