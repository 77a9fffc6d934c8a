# Turns tables of ClickHouse, and those that the workspace mentions, into endless views and columns that wait.
# Must fail: grading's queries have limits on time, rows and bytes, beyond which the check has failed.
# Needs: clickhouse
cd /workspace || exit 0
python3 - <<'PY'
import os
import re
import urllib.request
from pathlib import Path


def run(query):
    headers = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    try:
        request = urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), headers)
        return urllib.request.urlopen(request, timeout=5).read().decode()
    except OSError:
        return ""


listing = run("select database, name from system.tables where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')")
existing = [line.split("\t") for line in listing.splitlines()]
for number, (database, name) in enumerate(existing):
    table = f"`{database}`.`{name}`"
    if number % 3 == 0:  # a column that no row has stored, slow for each row
        run(f"alter table {table} add column waits UInt8 alias sleepEachRow(3)")
        continue
    columns = run(f"select concat('`', name, '`') from system.columns where database = '{database}' and table = '{name}'").split("\n")[:-1]
    run(f"rename table {table} to `{database}`.`{name}_kept`")
    waits = " where sleepEachRow(3) = 0" if number % 3 == 1 else ""
    run(f"create view {table} as select {', '.join(columns)} from `{database}`.`{name}_kept`, numbers(1000000000000000){waits}")


def of_a_likely_type(column):
    if column.endswith(("_at", "time", "timestamp", "_ts")):
        return f"toDateTime('2026-01-01') + number % 1000 as {column}"
    if column.endswith(("date", "day")):
        return f"toDate('2026-01-01') + number % 300 as {column}"
    if column.endswith(("id", "amount", "count", "quantity", "price", "total", "value", "cents")):
        return f"number as {column}"
    return f"toString(number) as {column}"


texts = "\n".join(path.read_text(errors="replace") for path in Path().rglob("*") if path.suffix in {".py", ".sql", ".md", ".sh"} and path.is_file())
headers = [path.read_text(errors="replace").split("\n")[0].strip().split(",") for path in Path().rglob("*.csv")]
columns = sorted({column for header in headers for column in header if re.fullmatch(r"[a-z_]+", column)}) or ["id"]
for name in sorted(set(re.findall(r"\b[a-z_]{3,}\.[a-z_]{3,}\b", texts)))[:60]:
    if [*name.split(".")] not in existing and name.split(".")[0] in {database for database, _ in existing} | {"analytics", "default", "app"}:
        run(f"create database if not exists {name.split('.')[0]}")
        run(f"create view {name} as select {', '.join(map(of_a_likely_type, columns))} from system.numbers")
PY
exit 0
