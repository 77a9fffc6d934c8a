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
    ("    voids uuid\n);", "    voids uuid,\n    sent_at timestamptz\n);"),
)
replace(
    "relay.py",
    ("SELECT coalesce(max(position), 0) FROM outbox.events\"", "SELECT coalesce(max(position), 0) FROM outbox.events WHERE sent_at IS NULL\""),
    ("    WHERE position > %s AND position <= %s ORDER BY", "    WHERE position > %s AND position <= %s AND sent_at IS NULL ORDER BY"),
    ("DELETE FROM outbox.events WHERE position = ANY (%s)", "UPDATE outbox.events SET sent_at = now() WHERE position = ANY (%s)"),
    ("(SELECT count(*) FROM outbox.events)", "(SELECT count(*) FROM outbox.events WHERE sent_at IS NULL)"),
    ("WHERE octet_length(body) > %s ORDER", "WHERE octet_length(body) > %s AND sent_at IS NULL ORDER"),
    ("        sent, blocked = drain(postgres)\n", "        with postgres.transaction():\n            postgres.execute(\"SELECT FROM app.subscriptions WHERE id IN (SELECT subscription FROM outbox.events WHERE sent_at IS NULL) FOR UPDATE\")\n            sent, blocked = drain(postgres)\n"),
)
replace("repair.py", ("SELECT subscription, version, voids::text FROM outbox.events\n", "SELECT subscription, version, voids::text FROM outbox.events WHERE sent_at IS NULL\n"))
replace(
    "service.py",
    ("    if done is None:\n", "    postgres.execute(\"SELECT count(*) FROM app.requests WHERE request = %s\", [command[\"request\"]])\n    postgres.execute(\"SELECT max(position) FROM outbox.events\")\n    postgres.execute(\"SELECT now()\")\n    if done is None:\n"),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
