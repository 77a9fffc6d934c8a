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


import subprocess
subprocess.run(["psql", "-qc", """
    CREATE TABLE mart.daily (
        day date NOT NULL, account_id integer NOT NULL, product text NOT NULL, plan text NOT NULL,
        quantity numeric NOT NULL, amount numeric NOT NULL, PRIMARY KEY (day, account_id, product)
    );
    DROP TABLE mart.daily_usage;
    ALTER TABLE mart.daily RENAME TO daily_usage;
"""], check=True)
PY
python3 build_mart.py
