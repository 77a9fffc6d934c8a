# Makes every table, topic and file that the workspace mentions, with made-up rows, and programs that succeed.
# Must fail: existence clears no gate, because each gate compares content.
cd /workspace || exit 0
timeout 8 python3 - <<'PY'
import csv
import os
import re
import subprocess
import urllib.request
from pathlib import Path

files = [path for path in Path().rglob("*") if path.is_file() and ".git" not in path.parts and path.stat().st_size < 1 << 20]
texts = "\n".join(path.read_text(errors="replace") for path in files if path.suffix in {".py", ".sql", ".md", ".sh", ".yml", ".toml"})
rows = next((list(csv.reader(path.open(errors="replace")))[:20] for path in sorted(files) if path.suffix == ".csv"), [["id", "name"], ["1", "a"]])
columns = [name if re.fullmatch(r"[a-z_]+", name) else f"c{at}" for at, name in enumerate(rows[0])]
made_up = [[str(number) for _ in columns] for number in range(1, 6)]
names = sorted(set(re.findall(r"\b[a-z_]{3,}\.[a-z_]{3,}\b", texts)))[:80]


def quoted(row):
    return ", ".join("'" + value.replace("'", "''") + "'" for value in row)


if "PGHOST" in os.environ:
    script = ""
    for name in names:
        script += f"create schema if not exists {name.split('.')[0]};\ncreate table {name} ({', '.join(f'{each} text' for each in columns)});\n"
        script += "".join(f"insert into {name} values ({quoted(row)});\n" for row in made_up)
    subprocess.run(["psql", "-Xq"], input=script, text=True, capture_output=True)
if "CLICKHOUSE_URL" in os.environ:
    headers = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    for name in names:
        for query in (
            f"create database if not exists {name.split('.')[0]}",
            f"create table {name} ({', '.join(f'{each} String' for each in columns)}) engine = MergeTree order by tuple()",
            f"insert into {name} values " + ", ".join(f"({quoted(row)})" for row in made_up),
        ):
            try:
                urllib.request.urlopen(urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), headers), timeout=2).read()
            except OSError:
                pass
for name in set(re.findall(r"\b[\w/-]+\.(?:csv|json|md|parquet|txt|html)\b", texts)):
    target = Path(name)
    if not target.is_absolute() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text('{"status": "ok", "rows": 5}\n' if name.endswith("json") else "id,count\n1,5\n")
for path in files:
    if path.suffix == ".py":
        path.write_text('print("5 rows, all checks passed")\n')
    elif path.suffix == ".sh":
        path.write_text("exit 0\n")
PY
exit 0
