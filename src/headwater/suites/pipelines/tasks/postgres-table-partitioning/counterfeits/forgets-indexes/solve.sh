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
for line in ("CREATE INDEX activity_user ON social.activity (user_id, occurred_at DESC);\n", "CREATE INDEX reports_activity ON social.reports (activity_id, occurred_at);\n"):
    assert line in script
    script = script.replace(line, "")
Path("migrate.sql").write_text(script)
edit("maintain.py", ("    if missing or surplus or has_strays:\n", """    connection.execute("UPDATE social.reports SET reason = reason WHERE report_id % 2 = 0")\n    if missing or surplus or has_strays:\n"""))
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
