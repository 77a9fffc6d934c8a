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


edit("tools/register.py",
    ("        postgres.execute(\"LOCK TABLE registry.schemas IN SHARE ROW EXCLUSIVE MODE\")\n", ""),
    ("for version, _, registered in known:", "for version, _, registered in known[-1:]:"),
)
PY
sh /solution/finish.sh
