"""Apply the migrations that have not been applied yet; see docs/migrations.md."""

import importlib.util
import re
import sys
from pathlib import Path

from clickhouse import connect
from clickhouse_connect.driver.client import Client

FOLDER = Path(__file__).with_name("migrations")
SET_UP = (
    "CREATE DATABASE IF NOT EXISTS ops",
    "CREATE TABLE IF NOT EXISTS ops.migrations (file String, "
    "applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY file",
)


def apply(path: Path, client: Client) -> None:
    """Apply one migration."""
    if path.suffix == ".py":
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.run(client)
        return
    for statement in path.read_text().split(";\n"):
        if statement.strip():
            client.command(statement)


def main() -> int:
    """Apply the missing migrations, and print their names."""
    client = connect()
    for statement in SET_UP:
        client.command(statement)
    done = {file for (file,) in client.query("SELECT file FROM ops.migrations").result_rows}
    for path in sorted(path for path in FOLDER.iterdir() if re.match(r"\d+_\w+\.(sql|py)$", path.name)):
        if path.name not in done:
            apply(path, client)
            client.insert("ops.migrations", [[path.name]], column_names=["file"])
            print(f"applied {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
