"""Prepare the database and report the service as up: see docs/start.md."""

import os
import sys

import psycopg

from invoicing import migrations, status


def main() -> int:
    with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as connection:
        version = migrations.apply(connection)
        status.report_up(connection, version)
    print(f"invoicing is up, with version {version} of the schema")
    return 0


if __name__ == "__main__":
    sys.exit(main())
