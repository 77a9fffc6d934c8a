set -eu
cp /solution/*.py /solution/schema.sql /solution/figures.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("load.py",
    ("        insert(clickhouse, batch, suffix)\n", "        commit(consumer, {message.partition(): message.offset() + 1 for message in batch})\n        insert(clickhouse, batch, suffix)\n"),
    ("for number in found]", "for number in found if number < 6]"))
edit("messages.py", ("list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions:", "list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions:\n        if number > 5:\n            continue"),
    ("        if waiting or self._errors:\n            raise KafkaException(self._errors[0] if self._errors else KafkaError(KafkaError._TIMED_OUT))\n", ""),
    ("self._producer.flush(30)", "self._producer.flush(5)"))
edit("publish.py", ("        for *values, updated_at in changes(postgres):\n", '        found = list(changes(postgres))\n        if found:\n            advance(postgres, max(row[-1] for row in found))\n    with postgres.transaction():\n        for *values, updated_at in found:\n'),
    ("        if newest:\n            advance(postgres, newest)\n    return sent", "    return sent"))
edit("pipeline.py", ("if not is_alone(postgres, waits=options.repair):", "if options.repair and not is_alone(postgres, waits=True):"))
PY
python3 -c 'import connections; connections.clickhouse().command("DROP VIEW IF EXISTS analytics.depot_daily_feed")'
python3 -c 'import connections; connections.clickhouse().command("DROP TABLE analytics.parcels")'
python3 pipeline.py --repair
