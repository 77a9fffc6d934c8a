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


edit("store.py",
    ('        rows = "".join(f"{json.dumps(each)}\\n" for each in readings).encode()\n',
     '        keys = "".join(f"{json.dumps(each)}\\n" for each in readings).encode()\n        known = ExternalData(file_name="batch", data=keys, fmt="JSONCompactEachRow", structure=_READING)\n        stored = set(self._client.query(_STORED, external_data=known).result_rows)\n        readings = [each for each in readings if each[:4] not in stored]\n        if not readings:\n            return\n        rows = "".join(f"{json.dumps(each)}\\n" for each in readings).encode()\n'),
    ('# A late reading changes',
     '_STORED = """\n    SELECT host, metric, boot, seq FROM analytics.readings\n    WHERE (host, metric, boot, seq) IN (SELECT host, metric, boot, seq FROM batch)\n"""\n# A late reading changes'),
)
edit("schema.sql",
    ('    reason String\n)\nENGINE = ReplacingMergeTree\n',
     '    reason String\n)\nENGINE = MergeTree\n'),
)
PY
python3 consume.py
