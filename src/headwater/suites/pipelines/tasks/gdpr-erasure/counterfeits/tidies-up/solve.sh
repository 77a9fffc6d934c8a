set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("operational.py", ("self._counts.of(requests[request_id], store)", "1"),
    ('        self._postgres.execute("REFRESH MATERIALIZED VIEW app.author_cards")\n', '        self._postgres.execute("DROP TRIGGER IF EXISTS keep_account ON app.accounts")\n        self._postgres.execute("REFRESH MATERIALIZED VIEW app.author_cards")\n'))
edit("files.py", ("    _update(path, old, json.dumps(manifest", '    manifest = {name: manifest[name] for name in manifest if name.startswith("late")}\n    _update(path, old, json.dumps(manifest'))
for name in ("reports/revenue.sql", "docs/operations.md"):
    path = Path(name)
    path.write_text(path.read_text() + "\n")
PY
python3 erase.py
