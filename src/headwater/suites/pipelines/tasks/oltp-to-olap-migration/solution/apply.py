"""Run the statements in schema.sql, each of which ends with a semicolon at the end of a line."""

from pathlib import Path

import connections


def statements() -> list[str]:
    script = Path(__file__).with_name("schema.sql").read_text()
    return [statement.strip() for statement in (script + "\n").split(";\n") if statement.strip()]


def main() -> None:
    client = connections.clickhouse()
    for statement in statements():
        client.command(statement)


if __name__ == "__main__":
    main()
