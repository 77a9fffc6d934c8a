set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("posts.py")
code = path.read_text()
code = code.replace("for name, text in row.items() if name != SECRET}", "for name, text in row.items()}")
code = code.replace('SECRET = "author_ip"\n', "")
path.write_text(code)
path = Path("outlet.py")
code = path.read_text()
code = code.replace("event.key.encode(), on_delivery", "event.key.encode(), partition=(self.sent + len(self._producer)) % 6, on_delivery")
path.write_text(code)
PY
python3 cdc.py
