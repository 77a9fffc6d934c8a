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


replace("repair.py", ("        if not is_check:\n", "        faults = Faults([], [], [])\n        if not is_check:\n"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
