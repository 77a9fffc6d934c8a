set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("        print(template % values, file=sys.stderr)\n", "")
code = code.replace('return 503, {"error": "the database does not answer"}', 'return 500, {"error": str(error)}')
path.write_text(code)
PY
