"""Run statements in ClickHouse, from the argument or from standard input. Each ends with a semicolon at the end of a line."""

import os
import sys
import urllib.request

script = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()
login = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
for statement in f"{script}\n".split(";\n"):
    if statement.strip():
        request = urllib.request.Request(os.environ["CLICKHOUSE_URL"], statement.encode(), login)
        urllib.request.urlopen(request).read()
