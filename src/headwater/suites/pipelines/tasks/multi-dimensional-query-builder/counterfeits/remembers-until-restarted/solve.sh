set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("def dimensions()", "@cache\ndef dimensions()")
code = code.replace("def page(query", "@cache\ndef page(query")
path.write_text(code)
PY
