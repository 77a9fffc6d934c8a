set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("    while position is not None and len(found) <= limit:", "    limit = min(limit, 100)\n    if position is not None:")
code = code.replace("    more = len(found) > limit\n", "    more = len(found) >= limit or position is not None\n")
code = code.replace("Position(*found[limit - 1][:2])", "Position(*found[limit - 1][:2]) if len(found) >= limit else position or start")
path.write_text(code)
PY
