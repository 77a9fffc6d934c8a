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
    ("    try:\n        with psycopg", "    if True:\n        with psycopg"),
    ('    except psycopg.OperationalError as error:\n        print(f"Postgres cannot be reached: {type(error).__name__}", file=sys.stderr)\n        return 1\n', ""),
    ('    print(f"records={records} adjustments={adjustments}")\n', '    print(f"{records + adjustments} rows")\n'))
PY
python3 build_mart.py
