set -eu
rm sql/days.sql
cp /solution/build_mart.py .
cp /solution/sql/*.sql sql
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("build_mart.py",
    ('        run_script(postgres, "post", values)\n', '        run_script(postgres, "post", values)\n'
     '        postgres.execute(f"CREATE TABLE IF NOT EXISTS mart.adjustments_{positions[\'new_arrival_id\']}_{positions[\'new_change_id\']} AS TABLE mart.adjustments LIMIT 0")\n'))
edit("dashboards/month.sql", ("count(DISTINCT account_id) AS accounts", "count(*) AS days"))
import subprocess
subprocess.run(["psql", "-qc", "CREATE INDEX usage_arrived_at ON raw.usage (arrived_at)"], check=True)
PY
python3 build_mart.py
