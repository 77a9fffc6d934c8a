"""Run the statements in schema.sql, each of which ends with a semicolon at the end of a line."""

import os
from pathlib import Path

import clickhouse_connect


def main() -> None:
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        send_receive_timeout=900,
    )
    script = Path(__file__).with_name("schema.sql").read_text()
    statements = [part.strip() for part in (script + "\n").split(";\n") if part.strip()]
    for statement in statements:
        client.command(statement)
    print(f"ran {len(statements)} statements of schema.sql")


if __name__ == "__main__":
    main()
