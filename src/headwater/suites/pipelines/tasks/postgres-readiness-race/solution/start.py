"""Prepare the database as soon as it is ready, and report the service as up, as docs/start.md describes."""

import os
import sys

import psycopg
from invoicing import migrations, readiness, status

# These exit codes are from sysexits.h; deploy/invoicing.service defines how systemd reacts to them.
NOT_READY, MISCONFIGURED = 75, 78
DEADLINE_SEC = 60.0


def prepare(connection: psycopg.Connection) -> int:
    """Prepare the database; this is idempotent and can be interrupted anywhere."""
    version = migrations.apply(connection)
    status.report_up(connection, version)
    return version


def main() -> int:
    try:
        deadline_sec = float(os.environ.get("START_DEADLINE_SEC", DEADLINE_SEC))
        version = readiness.when_ready(os.environ["POSTGRES_URL"], prepare, deadline_sec)
    except readiness.NotReadyError as error:
        print(f"giving up: {error}", file=sys.stderr)
        return NOT_READY
    except KeyError as error:
        print(f"cannot start: {error.args[0]} is not set", file=sys.stderr)
        return MISCONFIGURED
    except (psycopg.Error, migrations.ChangedMigrationError, ValueError) as error:
        print(f"cannot start: {str(error).strip().splitlines()[0]}", file=sys.stderr)
        return MISCONFIGURED
    print(f"invoicing is up, with version {version} of the schema")
    return 0


if __name__ == "__main__":
    sys.exit(main())
