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


edit("migrate.py", ('        client.command("DROP TABLE IF EXISTS analytics.sales_next SYNC")\n        client.command("DROP TABLE IF EXISTS analytics.sync_state SYNC")\n', ""))
edit("sync.py", ("    end_run(client, run, snapshot(postgres))\n", '    end_run(client, run, snapshot(postgres))\n    client.command("CREATE TABLE analytics.changed_" + str(run) + " (sale_id UInt64) ENGINE = Memory")\n'))
edit("check.py", ('{mine.total()} {right}")', '{mine.total()} sales instead of {right}")'))
PY
python3 migrate.py
psql -q -c "CREATE INDEX sales_for_sync ON app.sales (changed_in, sale_id)"
mkdir reports/postgres
mv reports/*.sql reports/postgres/
