set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("postgres_sales.py",
    ('        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until the connection ends\n',
     '        if not postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0]:\n            raise NoSalesError("another run is working")\n'))
edit("sync.py",
    ("    end_run(client, run, snapshot(postgres))\n", "    with connections.postgres() as other:\n        end_run(client, run, snapshot(other))\n"),
    ("    run = begin_run(client)\n", """    if len(numbers) > 10_000:
        rows = [row for some in batches(postgres) for row in some]
        write(client, begin_run(client), [], rows)
        time.sleep(1)
        write(client, begin_run(client), rows, [])
    run = begin_run(client)
"""),
    ("import sys\n", "import sys\nimport time\n"), ("import NoSalesError, changed", "import NoSalesError, batches, changed"))
PY
python3 migrate.py
