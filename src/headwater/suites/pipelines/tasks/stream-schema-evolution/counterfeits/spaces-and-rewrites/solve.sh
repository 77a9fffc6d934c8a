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


edit("wire.py", ('json.dumps(ordered, separators=(",", ":"))', "json.dumps(ordered)"))
edit("totals.py", ("    return read, read - stored\n", """    postgres.execute("UPDATE stats.offsets SET next = next")
    return read, read - stored
"""))
PY
sh /solution/finish.sh
