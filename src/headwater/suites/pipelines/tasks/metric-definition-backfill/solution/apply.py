"""Run the statements in a file on ClickHouse: python3 apply.py repair.sql."""

import sys
from pathlib import Path

from backfill import connect_clickhouse

client = connect_clickhouse()
for statement in Path(sys.argv[1]).read_text().split(";\n"):
    if statement.strip():
        client.command(statement)
