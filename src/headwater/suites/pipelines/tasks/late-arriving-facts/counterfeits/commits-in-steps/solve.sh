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


for name in ("changed", "due", "post"):
    text = Path(f"sql/{name}.sql").read_text()
    assert "ON COMMIT DROP" in text, name
    Path(f"sql/{name}.sql").write_text(text.replace("ON COMMIT DROP ", ""))
text = Path("sql/post.sql").read_text()
positions = text[text.index("INSERT INTO mart.positions"):]
edit("sql/post.sql", (positions, ""))
edit("sql/changed.sql", ("ANALYZE arrived;\n", f"ANALYZE arrived;\n{positions}"))
edit("build_mart.py",
    ('"", cursor_factory', '"", autocommit=True, cursor_factory'),
    ('    postgres.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])\n',
     '    if not postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0]:\n        sys.exit("another run is working")\n'))
PY
python3 build_mart.py
