"""Migrate the schema, one host at a time."""

import hashlib
from pathlib import Path

import psycopg

FOLDER = Path(__file__).parent.parent / "migrations"
LOCK = 7_420_113


class ChangedMigrationError(Exception):
    """A migration file was changed after it had been applied."""


def apply(connection: psycopg.Connection) -> int:
    """Apply the missing files, each in its own transaction; return the resulting schema version."""
    connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    applied = dict(connection.execute("SELECT version, checksum FROM ops.schema_migrations").fetchall())
    version = 0
    for path in sorted(FOLDER.glob("*.sql")):
        version = int(path.name.partition("_")[0])
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        if version not in applied:
            _apply(connection, path, version, checksum)
        elif applied[version] != checksum:
            raise ChangedMigrationError(f"{path.name} was changed after it had been applied")
    connection.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    return version


def _apply(connection: psycopg.Connection, path: Path, version: int, checksum: str) -> None:
    with connection.transaction():
        connection.execute(path.read_text())
        connection.execute(
            "INSERT INTO ops.schema_migrations (version, name, checksum, applied_at) VALUES (%s, %s, %s, now())",
            [version, path.stem, checksum],
        )
