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


edit("operational.py", ("        self._erase_records()\n", ""), ('("app.account_history", "history_id", "account_id", "changed_at"),\n', "\n"),
    ("DELETE FROM app.account_history WHERE account_id = ANY(%s) AND changed_at = now()", "DELETE FROM app.account_history WHERE false AND account_id = ANY(%s)"))
edit("analytics.py", ("        self._erase_profiles()\n", ""), ("        self._redact_searches()\n", ""))
edit("files.py", ("    for path in sorted(EXPORTS", "    return\n    for path in sorted(EXPORTS"))
PY
python3 erase.py
