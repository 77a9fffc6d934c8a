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
    ("CREATE OR REPLACE FUNCTION outbox.utc", "CREATE TABLE IF NOT EXISTS outbox.progress (position bigint NOT NULL);\n\nINSERT INTO outbox.progress VALUES (0);\n\nCREATE OR REPLACE FUNCTION outbox.utc"),
)
replace(
    "relay.py",
    ("    position, sent = 0, 0\n", "    sent = 0\n    (position,) = postgres.execute(\"SELECT position FROM outbox.progress\").fetchone()\n"),
    ("                blocked[subscription] = event_id\n", "                blocked[subscription] = event_id\n                break\n"),
    ("        postgres.execute(SENT, [done])\n", "        postgres.execute(SENT, [done])\n        if done:\n            postgres.execute(\"UPDATE outbox.progress SET position = %s\", [done[-1]])\n"),
    ("        sent += len(done)\n    return", "        sent += len(done)\n        if blocked:\n            break\n    return"),
    ("SELECT count(*) FROM outbox.events)", "SELECT count(*) FROM outbox.events, outbox.progress p WHERE events.position > p.position)"),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
