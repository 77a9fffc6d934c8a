set -eu
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index("client = clickhouse_connect"), code.index("cached = {}")
code = code[:start] + '''def connect():
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


''' + code[end:]
code = code.replace("            self.campaigns = client", "            client = connect()\n            self.campaigns = client")
path.write_text(code)
PY
