set -eu
cp /solution/migrate.sh /solution/migrate.py .
cp -r /solution/migration .
python3 - <<'PY'
from pathlib import Path


def edit(file, *changes):
    path = Path(file)
    text = path.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


edit(
    "migrate.py",
    ("        print(f\"filled={passed} of {max(total, passed)}\", flush=True)\n", ""),
    ("            print(f\"state={state(connection)}\")\n", "            print(\"rolled back\" if action is rollback else f\"state={state(connection)}\")\n"),
    ("    except (psycopg.Error, MigrationError) as error:", "    except MigrationError as error:"),
    ("    action = actions[tuple(arguments)]", "    action = actions.get(tuple(arguments), migrate)"),
    ("    if tuple(arguments) not in actions:\n        print(\"usage: migrate.sh [status | rollback]\", file=sys.stderr)\n        return 2\n", ""),
    (", application_name=\"migrate-orders\"", ""),
)
PY
bash migrate.sh
