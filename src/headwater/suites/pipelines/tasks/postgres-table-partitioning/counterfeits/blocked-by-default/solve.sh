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
start, end = job.index("    for statement in CREATE:"), job.index("def is_empty(")
job = job[:start] + """    connection.execute(
        sql.SQL("CREATE TABLE {table} PARTITION OF social.activity FOR VALUES FROM ({begin}) TO ({end})").format(**span)
    )


""" + job[end:]
Path("maintain.py").write_text(job)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
