set -eu
sh /solution/install.sh
python3 - <<'PY'
from pathlib import Path


def edit(name: str, *changes: tuple[str, str]) -> None:
    text = Path(name).read_text()
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    Path(name).write_text(text)


edit("publish.py", ("wire.encode(number, fields, values_of(content))", "wire.encode(*own(postgres, TOPIC), values_of(content))"))
edit("registry.py", ("        if number not in self._known and self._look_ups < MOST_LOOK_UPS:\n", "        if number >= 0:\n"))
PY
sh /solution/finish.sh
