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


edit("sync.py", ("    write(client, run, changed, gone)\n    end_run(client, run, snapshot(postgres))\n", "    end_run(client, run, snapshot(postgres))\n    write(client, run, changed, gone)\n"))
edit("sync.py", ("        return 2 if is_check else 1\n", "        return 2 if is_check else 0\n"))
edit("schema.sql", ("CREATE TABLE IF NOT EXISTS analytics.sale_versions (", "CREATE OR REPLACE TABLE analytics.sale_versions ("))
PY
python3 migrate.py
