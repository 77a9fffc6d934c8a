set -eu
cp /solution/*.py /solution/*.sql .
rm minutes.py
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("source.py",
    ('for number in sorted(topic.partitions)]',
     'for number in range(6)]'),
    ('                if message.offset() < end:\n                    batch.append(message)\n                if message.offset() >= end - 1:\n                    pending.pop(message.partition(), None)\n',
     '                batch.append(message)\n                spans[message.partition()] = (0, max(end, message.offset() + 1))\n'),
    ('        while pending:\n            for message in self._received(BATCH - len(batch)):\n',
     '        while received := self._consumer.consume(1_000, timeout=5 if pending else 0.1):\n            for message in received:\n'),
    ('    def _received(',
     '    def _unused('),
)
edit("schema.sql",
    ('PARTITION BY toYYYYMM(minute)',
     'PARTITION BY toYYYYMMDD(minute)'),
)
PY
python3 consume.py
