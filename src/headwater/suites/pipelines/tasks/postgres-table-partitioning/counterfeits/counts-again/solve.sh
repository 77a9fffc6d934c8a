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


script = Path("migrate.sql").read_text()
trigger = script[script.index("CREATE TRIGGER count_activity") : script.index("GRANT SELECT")]
script = script.replace(trigger, "")
script = script.replace("\nINSERT INTO social.activity (activity_id", "\n" + trigger + "\nINSERT INTO social.activity (activity_id", 1)
start, end = script.index("SELECT setval("), script.index("-- A report knows")
Path("migrate.sql").write_text(script[:start] + script[end:])
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
