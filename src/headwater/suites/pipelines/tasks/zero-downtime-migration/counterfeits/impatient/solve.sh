set -eu
cp /solution/migrate.sh /solution/migrate.py .
cp -r /solution/migration .
python3 - <<'PY'
from pathlib import Path


def edit(file, *changes):
    path = Path(file)
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


edit(
    "migrate.py",
    ("                connection.execute(f\"SET LOCAL lock_timeout = '{WAIT}'\")\n", ""),
    ("BATCH = 2_000", "BATCH = 10_000_000"),
)
PY
# The first report has begun by then.
sleep 1
bash migrate.sh
