"""Compare the number of payments in Postgres and in ClickHouse. This is only a first version."""

import os

import clickhouse_connect
import psycopg


def main() -> None:
    """Print both numbers and their difference."""
    with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
        source = connection.execute("SELECT count(*) FROM app.transactions").fetchone()[0]
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    target = client.query("SELECT count() FROM analytics.transactions").result_rows[0][0]
    print(f"postgres {source}, clickhouse {target}, difference {target - source}")


if __name__ == "__main__":
    main()
