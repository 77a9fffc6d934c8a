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


edit("publish.py", ('content.get("region") or None', 'content.get("region")'))
edit("migrations/resend.py", ('named["region"] or None', 'named["region"]'))
edit("totals.py", ('order.get("region") or None', 'order.get("region")'))
PY
sh /solution/finish.sh
