set -eu
cp /solution/migrate.sh /solution/migrate.sql /solution/maintain.py .
sed -i 's/ON CONFLICT (client_key) DO/ON CONFLICT (client_key, occurred_at) DO/' statements/record.sql
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
    "migrate.sql",
    (" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS INCLUDING IDENTITY", " INCLUDING IDENTITY"),
)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
