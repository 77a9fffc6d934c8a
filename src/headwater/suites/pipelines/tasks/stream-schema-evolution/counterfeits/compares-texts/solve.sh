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
    ("essence(registered) == essence(fields)", "registered == fields"),
    ("        check_field(field, names)\n", "        types_of(field)\n"),
)
PY
sh /solution/finish.sh
