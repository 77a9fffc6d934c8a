set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("schema.sql", ("    data jsonb NOT NULL,\n    PRIMARY KEY (order_id, seq)\n", "    data jsonb NOT NULL\n"))
edit("replay.py", ("BATCH = 5_000", "BATCH = 10**6"))
edit("store.py",
    ("    ON CONFLICT DO NOTHING\n    RETURNING order_id\n", "    RETURNING order_id\n"),
    ("    rows = [(each", "    usable = list({(each.order, each.seq): each for each in reversed(usable)}.values())[::-1]\n    rows = [(each"))
edit("fold.py",
    ("    history: list[Event] = []\n    for event in sorted(known, key=lambda event: event.seq):\n        if event.seq != len(history) + 1:\n            break\n        history.append(event)\n    if not history:\n        return None\n",
     "    history = list(known)\n    if not any(event.type == \"placed\" for event in history):\n        return None\n"))
PY
python3 replay.py
