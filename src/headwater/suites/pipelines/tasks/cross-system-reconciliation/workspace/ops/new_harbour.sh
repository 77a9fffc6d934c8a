#!/bin/sh
# Prepare ClickHouse in a new harbour. Also part of each deployment, so it runs where everything exists already.
set -eu
cd "$(dirname "$0")/.."
python3 - <<'PY'
import os, urllib.request

login = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
# A statement ends with a semicolon at the end of a line.
for statement in (open("sql/schema.sql").read() + "\n").split(";\n"):
    if statement.strip():
        urllib.request.urlopen(urllib.request.Request(os.environ["CLICKHOUSE_URL"], statement.encode(), login)).read()
PY
