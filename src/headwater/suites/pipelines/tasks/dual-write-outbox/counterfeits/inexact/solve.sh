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
    ("outbox.utc(c.changed_at)", "outbox.utc(clock_timestamp())"),
    ("(c.mrr - coalesce(b.mrr, 0))::text", "trim_scale(c.mrr - coalesce(b.mrr, 0))::text"),
)
replace("outlet.py", ("%Y-%m}\" in self._closed", "%Y-%m}\" < self._open"), ("self._open.encode()", "f\"{occurred_at:%Y-%m}\".encode()"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
