"""Run the statements in a file on ClickHouse: python3 put_in_place.py FILE.

make.sql creates the table that history.py fills, and exchange.sql exchanges it with analytics.metric_daily.
"""

import sys
from pathlib import Path

from backfill import connect_clickhouse

client = connect_clickhouse()
for statement in Path(sys.argv[1]).read_text().split(";\n"):
    if statement.strip():
        client.command(statement)
