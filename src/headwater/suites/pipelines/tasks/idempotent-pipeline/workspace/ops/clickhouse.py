"""Run statements in ClickHouse, from the argument or from standard input. Each ends with a semicolon at the end of a line."""

import os
import sys

import clickhouse_connect

ARGUMENTS = ("host", "port", "user", "password")
client = clickhouse_connect.get_client(**{name: os.environ[f"CLICKHOUSE_{name.upper()}"] for name in ARGUMENTS})
script = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()
for statement in f"{script}\n".split(";\n"):
    if statement.strip():
        client.command(statement)
