set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("cdc.py")
code = path.read_text()
start, end = code.index("    # This also skips changes"), code.index("def transfer()")
code = code[:start] + '''    print("posts:", postgres.execute("SELECT count(*) FROM app.posts").fetchone()[0])


''' + code[end:]
path.write_text(code)
PY
python3 cdc.py
