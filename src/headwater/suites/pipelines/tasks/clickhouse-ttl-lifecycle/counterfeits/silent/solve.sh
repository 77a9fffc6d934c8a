set -eu
cp /solution/retention.py .
python3 - <<'PY'
from pathlib import Path

path = Path("retention.py")
text = path.read_text()
start, end = text.index("    try:\n        client"), text.index("    except ClickHouseError")
body = text[start:end].replace("    try:\n", "").replace("\n        ", "\n    ").removeprefix("    ")
text = text[:start] + body + '    print("done")\n' + text[text.index("    return 0") :]
path.write_text(text.replace("from clickhouse_connect.driver.exceptions import ClickHouseError\n", ""))

from clickhouse import connect

connect().command("CREATE TABLE rail.years_done (year UInt16) ENGINE = MergeTree ORDER BY year")
PY
python3 retention.py
