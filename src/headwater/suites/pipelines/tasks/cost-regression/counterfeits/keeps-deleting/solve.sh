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


edit("schema/marts.sql", ("    micros UInt32,\n    void UInt8\n", "    micros UInt32\n"), ("ReplacingMergeTree(revision, void)", "ReplacingMergeTree(revision)"))
edit("migrate.py", ("    warehouse.command(COPY_VOIDED)\n", ""))
edit("load.py", ("user, micros, void)", "user, micros)"), ("micros, void FROM raw.events\n    WHERE batch", "micros FROM raw.events\n    WHERE NOT void AND batch"),
    ('    warehouse.command(LOAD, {"batches": batches})\n', '    warehouse.command(LOAD, {"batches": batches})\n    warehouse.command(VOIDED)\n'),
    ('\n\ndef pending', '''
VOIDED = """
    ALTER TABLE marts.events DELETE WHERE event_id IN (
        SELECT event_id FROM raw.events WHERE batch IN (SELECT batch FROM raw.batches)
        GROUP BY event_id HAVING argMax(void, revision)
    ) SETTINGS mutations_sync = 1
"""


def pending'''))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
