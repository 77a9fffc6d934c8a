set -eu
cp -r /solution/reconcile.py /solution/migrate_layout.py /solution/reconciliation /solution/sql /solution/RUNBOOK.md .
python3 - <<'PY'
from pathlib import Path

path = Path("reconciliation/topic.py")
text = path.read_text()
text = text.replace("        if version > known.version:\n            known", "        known")
text = text.replace("(number, version) in self._versions", "number in self._versions").replace(
    "self._versions.add((number, version))", "self._versions.add(number)"
)
text = text.replace("set[tuple[int, int]]", "set[int]")
text = text.replace("            self.malformed.append((message.partition(), message.offset()))\n", "            self.messages -= 1\n")
path.write_text(text)
PY
python3 migrate_layout.py
python3 reconcile.py
