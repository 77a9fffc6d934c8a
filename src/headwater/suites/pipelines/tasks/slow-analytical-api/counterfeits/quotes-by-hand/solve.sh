set -eu
cp /solution/schema.sql /solution/server.py .
python3 - <<'PY'
from pathlib import Path

server = Path("server.py")
text = server.read_text()
text = text.replace("""    return " AND ".join(CONDITIONS[name] for name in values) or "1"
""", """    conditions = [CONDITIONS[name] for name in values if name != "region"]
    if "region" in values:
        conditions.append("region = '" + values["region"] + "'")
    return " AND ".join(conditions) or "1"
""")
server.write_text(text)
PY
python3 apply.py
