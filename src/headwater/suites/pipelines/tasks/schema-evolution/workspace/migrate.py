"""Apply the migrations that have not been applied yet; see docs/migrations.md."""

import importlib.util
import os
import re
import sys
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client

FOLDER = Path(__file__).with_name("migrations")
SET_UP = """
    CREATE SCHEMA IF NOT EXISTS ops;
    CREATE TABLE IF NOT EXISTS ops.migrations (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
"""


def connect() -> tuple[psycopg.Connection, Client]:
    """Connect with the settings from the environment."""
    clickhouse = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    return psycopg.connect(""), clickhouse


def files() -> list[Path]:
    """Return all migrations, sorted by number."""
    found = [*FOLDER.glob("*.py"), *FOLDER.glob("postgres/*.sql"), *FOLDER.glob("clickhouse/*.sql")]
    return sorted((path for path in found if re.match(r"\d+_", path.name)), key=lambda path: path.name)


def apply(path: Path, postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Apply one migration."""
    if path.suffix == ".py":
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.run(postgres, clickhouse)
    elif path.parent.name == "postgres":
        postgres.execute(path.read_text())
    else:
        for statement in path.read_text().split(";\n"):
            if statement.strip():
                clickhouse.command(statement)


def main() -> int:
    """Apply the missing migrations, and print their names."""
    postgres, clickhouse = connect()
    postgres.execute(SET_UP)
    done = {file for (file,) in postgres.execute("SELECT file FROM ops.migrations")}
    postgres.commit()
    for path in files():
        name = path.relative_to(FOLDER).as_posix()
        if name not in done:
            apply(path, postgres, clickhouse)
            postgres.execute("INSERT INTO ops.migrations (file) VALUES (%s)", [name])
            postgres.commit()
            print(f"applied {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
