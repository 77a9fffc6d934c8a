set -eu
cp -r /solution/*.py /solution/schema .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("load.py", ('    warehouse.command(LOAD, {"batches": batches})\n', '''    rows = warehouse.query(ROWS, {"batches": batches})
    for first in range(0, len(rows), CHUNK):
        insert(warehouse, rows[first : first + CHUNK])


def insert(warehouse: Warehouse, rows: list[tuple]) -> None:
    """Insert the newest revision of each event, and try again if not all rows were written."""
    newest = list({row[0]: row for row in sorted(rows, key=lambda row: row[1])}.values())
    for _ in range(2):
        if warehouse.insert("marts.events", newest, COLUMNS) == len(rows):
            return
'''), ('LOAD = """\n    INSERT INTO marts.events (event_id, revision, at, kind, campaign, user, micros, void)\n', '''CHUNK = 2_000
COLUMNS = ["event_id", "revision", "at", "kind", "campaign", "user", "micros", "void"]
ROWS = """
'''))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
