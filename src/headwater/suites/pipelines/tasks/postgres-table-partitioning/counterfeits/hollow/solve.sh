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
    (
        "SELECT activity_id, client_key, occurred_at, user_id, post_id, kind, body FROM social.activity_before;",
        "SELECT activity_id, gen_random_uuid(), timestamptz %s + activity_id %% 480 * interval %s, 7, 1 + activity_id %% 9, %s, NULL\nFROM social.activity_before;" % ("'2025-01-05'", "'1 day'", "'view'"),
    ),
    ("UPDATE social.reports r SET occurred_at = b.occurred_at FROM social.activity_before b", "UPDATE social.reports r SET activity_id = NULL FROM social.activity_before b"),
)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
