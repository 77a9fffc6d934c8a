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
    ("if each.state == state_of(change) and each.delta == delta]", "if delta is not None]"),
    ('"""Compare with the changes, which are sorted by subscription and version."""', '"""Compare the versions."""'),
)
replace("outlet.py", ("        if f\"{occurred_at.astimezone(UTC):%Y-%m}\" in self._closed:\n            headers.append((\"booked-in\", self._open.encode()))\n", ""), ("from datetime import UTC, datetime", "from datetime import datetime"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
