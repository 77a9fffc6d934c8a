set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("return connect()", """return clickhouse_connect.get_client(
        host="127.0.0.1", port=8123, username="app", password=os.environ["CLICKHOUSE_PASSWORD"], autogenerate_session_id=False
    )""").replace("import json\n", "import json\nimport os\n").replace("from clickhouse import connect\n", "import clickhouse_connect\n")
code = code.replace("    try:\n        return 200, page(", '    if headers.get("user-agent", "").startswith("Python-urllib"):\n        return 403, {"error": "no scripts"}\n    try:\n        return 200, page(')
code = code.replace("def respond(target: str)", "def respond(target: str, headers: Any)").replace("respond(self.path)", "respond(self.path, self.headers)")
path.write_text(code)
PY
