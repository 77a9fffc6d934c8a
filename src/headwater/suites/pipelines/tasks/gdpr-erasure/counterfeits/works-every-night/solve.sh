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


edit("files.py", ("    if new != old:\n        _write", "    if old is not None:\n        _write"), ("compress(new.encode(), mtime=0)", "compress(new.encode())"))
edit("erase.py", ("    postgres.execute(HELD, [held])\n",
    "    if not people:\n        for table in ('events', 'payments', 'profiles'):\n"
    "            clickhouse.command(f'OPTIMIZE TABLE analytics.{table} FINAL')\n"
    "            clickhouse.command(f'ALTER TABLE analytics.{table} DELETE WHERE account_id = 1', settings={'mutations_sync': 2})\n"
    "        postgres.execute('UPDATE privacy.requests SET status = status')\n"
    "    postgres.execute(HELD, [held])\n"))
PY
python3 erase.py
