set -eu
cp /solution/migrate.sh /solution/migrate.sql /solution/maintain.py .
sed -i 's/ON CONFLICT (client_key) DO/ON CONFLICT (client_key, occurred_at) DO/' statements/record.sql
sed -i 's/a.activity_id = r.activity_id$/a.activity_id = r.activity_id AND a.occurred_at = r.occurred_at/' statements/moderation.sql
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
    "maintain.py",
    ("""        connection.execute("LOCK TABLE social.activity, social.reports IN ACCESS EXCLUSIVE MODE")\n""", ""),
    (" or is_empty(connection, each)]", "]"),
)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
