set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 - <<'PY'
import re
from pathlib import Path

entry = Path("reconcile.py")
text = entry.read_text()
text = re.sub(r"    try:\n        return run\(options\)\n.*?return 1\n", "    return run(options)\n", text, flags=re.DOTALL)
text = re.sub(r"    def error\(.*?\n\n\n", "\n\n", text, flags=re.DOTALL)
entry.write_text(text)
drift = Path("reconciliation/drift.py")
text = drift.read_text()
text = re.sub(r'    if size\(clickhouse, "source"\) == 0:\n        raise .*?\n\n\n', "\n\n", text, flags=re.DOTALL)
drift.write_text(text)
PY
python3 migrate_layout.py
python3 reconcile.py
