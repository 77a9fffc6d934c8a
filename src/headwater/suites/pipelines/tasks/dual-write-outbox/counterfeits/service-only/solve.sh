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
    ("to_outbox AFTER INSERT OR UPDATE ON app.subscriptions", "to_outbox AFTER INSERT ON app.requests"),
    ("ARRAY[NEW.id]", "ARRAY[NEW.subscription]"),
)
replace("install.py", ("app.subscriptions", "app.requests"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
