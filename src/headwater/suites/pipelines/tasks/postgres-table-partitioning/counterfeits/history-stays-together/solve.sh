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
script = script.replace("BETWEEN %s AND %s" % ("'2024-12-01'", "'2026-05-01'"), "BETWEEN %s AND %s" % ("'2026-01-01'", "'2026-05-01'"))
Path("migrate.sql").write_text(script)
job = Path("maintain.py").read_text()
start, end = job.index("    wanted |= {begin"), job.index("    missing =")
job = job[:start] + "    wanted |= {begin for (begin,) in connection.execute(STRAY_MONTHS, (newest,)) if begin >= month(today)}\n" + job[end:]
Path("maintain.py").write_text(job)
PY
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
