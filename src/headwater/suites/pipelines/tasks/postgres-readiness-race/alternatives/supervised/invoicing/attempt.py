"""Attempt once to prepare the database; the exit code indicates whether a retry can succeed."""

import os
import sys

import psycopg

from invoicing import migrations, status

NOT_READY, MISCONFIGURED = 75, 78
ANSWER_SEC = 4
HOPELESS = ("password authentication failed", "no pg_hba.conf entry", "does not exist", "is not permitted to log in")


def is_hopeless(error: psycopg.Error) -> bool:
    """Return whether a retry would fail again: Postgres refused the login, or a statement is wrong."""
    if isinstance(error, psycopg.OperationalError) and not (error.sqlstate or "").startswith(("42", "22", "23")):
        return any(text in str(error) for text in HOPELESS)
    return True


def main() -> int:
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True, connect_timeout=ANSWER_SEC) as connection:
            version = migrations.apply(connection)
            status.report_up(connection, version)
    except psycopg.Error as error:
        hopeless = is_hopeless(error)
        said = str(error).strip().splitlines()[0]
        address = f"{os.environ['PGHOST']}:{os.environ['PGPORT']}"
        print(f"{address}: {'cannot start' if hopeless else 'not ready yet'}: {said}", file=sys.stderr)
        return MISCONFIGURED if hopeless else NOT_READY
    except migrations.ChangedMigrationError as error:
        print(f"cannot start: {error}", file=sys.stderr)
        return MISCONFIGURED
    print("up, schema", version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
