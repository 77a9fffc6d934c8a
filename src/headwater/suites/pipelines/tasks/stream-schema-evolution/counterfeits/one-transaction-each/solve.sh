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


edit(
    "publish.py",
    (
        '            postgres.execute("UPDATE shop.published SET up_to = %s", [batch[-1][0]])\n',
        "            for checkout, _, _ in batch:\n"
        '                postgres.execute("UPDATE shop.published SET up_to = %s", [checkout])\n',
    ),
)
edit("totals.py", ("AT_ONCE = 500", "AT_ONCE = 1"))
PY
sh /solution/finish.sh
