"""Run the statements in schema.sql, each of which ends with a semicolon at the end of a line."""

from pathlib import Path

import connections


def main() -> None:
    client = connections.clickhouse()
    script = Path(__file__).with_name("schema.sql").read_text()
    for statement in (script + "\n").split(";\n"):
        if statement.strip():
            client.command(statement.strip())


if __name__ == "__main__":
    main()
