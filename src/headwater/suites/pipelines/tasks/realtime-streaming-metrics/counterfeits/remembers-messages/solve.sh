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


edit("schema.sql",
    ('    value Int64\n',
     '    value Int64,\n    message UInt64\n'),
    ('ORDER BY (host, metric, boot, seq)',
     'ORDER BY (host, metric, boot, seq, message)'),
)
edit("readings.py",
    ('    at: int\n    value: int\n',
     '    at: int\n    value: int\n    message: int = 0\n'),
    ('import json\n',
     'import json\nimport zlib\n'),
    ('def read(payload: bytes | None) -> Content:\n    """Return the readings of a message."""\n',
     'def read(payload: bytes | None) -> Content:\n    """Return the readings of a message, with a checksum of it."""\n    found = unmarked(payload)\n    found.readings = [each._replace(message=zlib.crc32(payload or b"")) for each in found.readings]\n    return found\n\n\ndef unmarked(payload: bytes | None) -> Content:\n    """Return the readings of a message."""\n'),
)
edit("store.py",
    ('at Int64, value Int64"',
     'at Int64, value Int64, message UInt64"'),
    ('ORDER BY seq ROWS',
     'ORDER BY at ROWS'),
)
PY
python3 consume.py
