"""Run the statements in schema/, or in the given files: see docs/runbook.md."""

import sys
from pathlib import Path

from clickhouse import connect

SCHEMA = Path(__file__).with_name("schema")


def main() -> int:
    client = connect()
    for path in [Path(name) for name in sys.argv[1:]] or sorted(SCHEMA.glob("*.sql")):
        for statement in path.read_text().split(";\n"):
            if statement.strip():
                client.command(statement)
        print(f"applied {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
