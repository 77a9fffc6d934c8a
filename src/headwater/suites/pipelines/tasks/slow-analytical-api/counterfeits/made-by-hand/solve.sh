set -eu
cp /solution/schema.sql /solution/server.py .
python3 apply.py
python3 - <<'PY'
from pathlib import Path

schema = Path("schema.sql")
schema.write_text(schema.read_text().split("-- What the API asks for")[0].rstrip() + "\n")
PY
