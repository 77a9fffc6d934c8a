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


edit("publish.py", ('"partitioner": "murmur2_random", ', ''))
PY
sh /solution/finish.sh
