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
script = script.replace("CREATE TABLE social.activity_default PARTITION OF social.activity DEFAULT;\n", "")
script = script.replace("kind, body FROM social.activity_before;", "kind, body FROM social.activity_before\nWHERE occurred_at BETWEEN %s AND %s;" % ("'2025-01-01'", "'2026-05-01'"))
script = script.replace("INCLUDING CONSTRAINTS INCLUDING COMMENTS", "INCLUDING CONSTRAINTS INCLUDING COMMENTS")
script = script.replace("UPDATE social.reports r SET occurred_at = b.occurred_at FROM social.activity_before b WHERE b.activity_id = r.activity_id;", "UPDATE social.reports r SET activity_id = NULL FROM social.activity_before b WHERE b.activity_id = r.activity_id AND NOT b.occurred_at BETWEEN %s AND %s;\nUPDATE social.reports r SET occurred_at = b.occurred_at FROM social.activity_before b WHERE b.activity_id = r.activity_id;" % ("'2025-01-01'", "'2026-05-01'"))
Path("migrate.sql").write_text(script)
job = Path("maintain.py").read_text()
job = job.replace("    wanted |= {begin for (begin,) in connection.execute(STRAY_MONTHS, (newest,)) if begin >= oldest}\n", "")
job = job.replace("    has_strays = connection.execute(STRAYS, (oldest,)).fetchone() == (True,)\n", "    has_strays = False\n")
start, end = job.index("    for statement in CREATE:"), job.index("def is_empty(")
job = job[:start] + """    connection.execute(
        sql.SQL("CREATE TABLE {table} PARTITION OF social.activity FOR VALUES FROM ({begin}) TO ({end})").format(**span)
    )


""" + job[end:]
job = job.replace("""        connection.execute("DELETE FROM social.activity_default WHERE occurred_at < %s", (oldest,))\n""", "")
job = job.replace("    oldest, newest = month(today, -KEPT), month(today, AHEAD)", "    oldest = month(today, -KEPT)")
Path("maintain.py").write_text(job)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
