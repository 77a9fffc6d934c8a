set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("replay.py",
    ('        return "events=0 snapshots=0"\n', '        sys.exit("another run is working")\n'),
    ('    postgres.execute((HERE / "schema.sql").read_text())\n', ""),
    ("        orders += store.add(postgres, messages)\n",
     "        store.reach(postgres, messages)\n        postgres.commit()\n        orders += store.add(postgres, messages)\n"),
    ("    return 1\n", "    return 0\n"))
edit("store.py",
    ("    cursor.executemany(_POSITION, sorted(reached.items()))\n    return [row", "    return [row"),
    ("def add(",
     "def reach(postgres: psycopg.Connection, messages: list[Message]) -> None:\n    reached = {message.partition: message.position + 1 for message in messages}\n    postgres.cursor().executemany(_POSITION, sorted(reached.items()))\n\n\ndef add("),
    ("    usable, rejected, reached = [], [], {}\n", "    usable, rejected = [], []\n"),
    ("        reached[message.partition] = message.position + 1\n", ""))
edit("sources.py", ("for number in consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions:", "for number in range(6):"))
PY
psql -qf schema.sql
python3 replay.py
