set -eu
cp /solution/fill.sql /solution/fill.py .
sed "s/ COMMENT '[^']*'//; s/IF NOT EXISTS //" /solution/schema.sql > schema.sql
python3 - <<'PY'
from pathlib import Path

code = Path("fill.py").read_text()
code = code.replace('(HERE / "schema.sql").read_text().split(";\\n")', '(HERE / "tables.sql").read_text().split(";\\n")')
start, end = code.index("    try:\n        client"), code.index("    except ClickHouseError")
body = code[start:end].replace("    try:\n", "").replace("\n        ", "\n    ").removeprefix("    ")
tail = code[code.index('    print(f"copied'):]
code = code[:start] + body + tail.replace("copied={copied}", "{copied} rows were copied")
Path("fill.py").write_text(code.replace("from clickhouse_connect.driver.exceptions import ClickHouseError\n", ""))
Path("tables.sql").write_text(Path("schema.sql").read_text().replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
PY
python3 fill.py
python3 - <<'PY'
import os

import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("CREATE TABLE analytics.usage_test AS analytics.usage")
PY
