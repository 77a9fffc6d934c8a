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


replace("outbox.sql", ("'subscription', 'sub-' || c.subscription, 'version'", "'id', c.subscription, 'version'"))
replace("service.py", ("{command['request']} ok {key_of(done[0])} {done[1]}", "{command['request']}: {key_of(done[0])} is at version {done[1]}"))
replace("relay.py", ("print(f\"sent={sent}\")", "print(f\"{sent} events sent\")"))
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
