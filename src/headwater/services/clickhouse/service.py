"""Runs ClickHouse: a real HTTP and native server from the ``chdb-core`` wheel, or the machine's ``clickhouse``.

The account ``app`` belongs to the agent and has no access to files, listeners or shutdown. ``headwater`` is the
administrator. Grading reads as ``reader``, because an agent's view runs with the rights of the account that selects
from it. ``headwater`` and ``reader`` get new passwords at each start. ``default`` has only the rights that the launcher
needs. The server runs as long as the launcher's query, so no account may kill other accounts' queries.
"""

from __future__ import annotations

import hashlib
import http.client
import importlib.metadata
import importlib.util
import os
import secrets
import shutil
import signal
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from xml.sax.saxutils import escape

from headwater.errors import MissingDependencyError, ServiceError
from headwater.records import ServiceName
from headwater.sandbox import FolderRenames, LinkedFiles, Network, Sandbox
from headwater.services._base import DATA, RUN, Launch, Placement
from headwater.services._queries import QueryLimits
from headwater.services.clickhouse._accounts import ADMIN, READER, password_of
from headwater.services.clickhouse.client import ClickHouseClient
from headwater.services.clickhouse.literals import LITERALS
from headwater.services.clickhouse.state import ClickHouseState

_SITE = "/opt/engine/site"
_LAUNCHER = "/opt/engine/server.py"
_BINARY = "/opt/engine/clickhouse"
_TIMEOUT_SEC = 5.0
_NATIVE_OFFSET = 877  # The native port is 9000 when the HTTP port is 8123.
# The wheel's server overlays its default database with the machine's files, so creating a table there requires access
# to files. The server gets a separate default database, which is then dropped, so that `default` is an ordinary
# database.
_LOCAL = "_local"

_CONFIG = f"""\
<clickhouse>
  <logger><level>warning</level><console>1</console><console_log_level>warning</console_log_level></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{{http_port}}</http_port>
  <tcp_port>{{tcp_port}}</tcp_port>
  <path>{DATA}/data/</path>
  <tmp_path>{DATA}/temporary/</tmp_path>
  <user_files_path>{DATA}/user_files/</user_files_path>
  <users_config>{RUN}/users.xml</users_config>
  <default_database>{{default_database}}</default_database>
  <timezone>UTC</timezone>
  <max_server_memory_usage>4000000000</max_server_memory_usage>
  <mark_cache_size>268435456</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <query_log>
    <database>system</database><table>query_log</table>
    <flush_interval_milliseconds>1000</flush_interval_milliseconds>
  </query_log>
</clickhouse>
"""
# These engines keep data in the database or query another service. None of them opens a path or runs a program.
_APP_ENGINES = (
    *(
        f"{kind}MergeTree"
        for kind in ("", "Replacing", "Summing", "Aggregating", "Collapsing", "VersionedCollapsing", "Coalescing")
    ),
    *(
        "Log",
        "TinyLog",
        "StripeLog",
        "Memory",
        "Null",
        "Set",
        "Join",
        "Buffer",
        "Merge",
        "Dictionary",
        "GenerateRandom",
    ),
    *("Kafka", "PostgreSQL", "MaterializedPostgreSQL", "Distributed", "URL"),
)
# CREATE DICTIONARY is not granted, because in the wheel's server it lets users read any file and run any command.
_APP_GRANTS = (
    "GRANT SHOW, SELECT, INSERT, ALTER, DROP, UNDROP TABLE, TRUNCATE, OPTIMIZE ON *.*",
    "GRANT CREATE DATABASE, CREATE TABLE, CREATE ARBITRARY TEMPORARY TABLE, CREATE VIEW, CREATE FUNCTION ON *.*",
    "GRANT dictGet, INTROSPECTION ON *.*",
    "GRANT SYSTEM MERGES, SYSTEM TTL MERGES, SYSTEM MOVES, SYSTEM FLUSH, SYSTEM DROP CACHE, SYSTEM VIEWS ON *.*",
    "GRANT SYSTEM RELOAD DICTIONARY, SYSTEM RELOAD FUNCTION ON *.*",
    "GRANT POSTGRES, KAFKA, REMOTE, URL ON *.*",
    *(f"GRANT TABLE ENGINE ON {engine}" for engine in _APP_ENGINES),
)
# Postgres is the only external source, because it requires the agent's password, and a view can solve a task if it
# reads it through `postgresql(...)`. Functions like `values` and `merge` require the right to create temporary tables.
_READER_GRANTS = ("GRANT SHOW, SELECT, dictGet, CREATE TEMPORARY TABLE, POSTGRES ON *.*",)
# By default, responses are compressed with ZSTD, which clients that support only LZ4 cannot read.
_USERS = """\
<clickhouse>
  <profiles>
    <default><network_compression_method>LZ4</network_compression_method></default>
    <reading>
      <readonly>2</readonly>
      <cancel_http_readonly_queries_on_client_close>1</cancel_http_readonly_queries_on_client_close>
    </reading>
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN ON *.*</query>
        <query>GRANT SELECT ON system.numbers</query>
      </grants>
    </default>
    <app>
      <password>{password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota>
      <default_database>default</default_database>
      <grants>{grants}</grants>
    </app>
    <{reader}>
      <password_sha256_hex>{reader_sha256}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>reading</profile><quota>default</quota>
      <default_database>default</default_database>
      <grants>{reader_grants}</grants>
    </{reader}>
    <{admin}>
      <password_sha256_hex>{admin_sha256}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile><quota>default</quota>
      <default_database>system</default_database>
    </{admin}>
  </users>
</clickhouse>
"""


def _is_part(folder: Path) -> bool:
    return (folder / "checksums.txt").exists()


class ClickHouse:
    """Runs ClickHouse 26.9."""

    name: ServiceName = "clickhouse"
    default_port = 8123
    stop_signal = signal.SIGTERM
    starts_slowly = True
    literals = LITERALS
    state = ClickHouseState()
    # ClickHouse removes, detaches and moves a part of a table by renaming the part's folder. The files in it never
    # change.
    renames: FolderRenames | None = LinkedFiles(DATA, _is_part)

    @cached_property
    def _binary(self) -> Path | None:
        """The machine's own ``clickhouse``, if ``HEADWATER_CLICKHOUSE`` chooses it."""
        chosen = os.environ.get("HEADWATER_CLICKHOUSE")
        if not chosen:
            return None
        found = shutil.which(chosen)
        if found is None:
            raise MissingDependencyError(
                "no such program", where=f"HEADWATER_CLICKHOUSE={chosen}", fix="give its path or unset it"
            )
        return Path(found).resolve()

    @cached_property
    def _package(self) -> Path:
        spec = importlib.util.find_spec("chdb")
        if spec is None or not spec.submodule_search_locations:
            raise MissingDependencyError("ClickHouse is not installed", fix="pip install 'headwater[pipelines]'")
        return Path(spec.submodule_search_locations[0])

    def _site(self) -> dict[str, Path]:
        """Return the package and the wheel's library folder next to it, keyed by their paths in the sandbox."""
        folders = [self._package, *self._package.parent.glob("chdb_core*.libs")]
        return {f"{_SITE}/{folder.name}": folder for folder in folders}

    @property
    def version(self) -> str:
        """The wheel's version, which is also the engine's, or the machine's program with its modification time."""
        if self._binary is not None:
            return f"{self._binary} {self._binary.stat().st_mtime_ns}"
        _ = self._package  # raises an error that names the package to install
        return f"chdb-core {importlib.metadata.version('chdb-core')}"

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Do nothing, because the server initialises an empty directory itself."""

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Write config.xml and users.xml, and return how to start the server in the run directory."""
        config = _CONFIG.format(
            http_port=placement.port,
            tcp_port=placement.port + _NATIVE_OFFSET,
            default_database="default" if self._binary else _LOCAL,
        )
        (run / "config.xml").write_text(config)
        hashes = {}
        for account in (ADMIN, READER):
            password = secrets.token_hex(24)
            hashes[account] = hashlib.sha256(password.encode()).hexdigest()
            # The file is next to the run directory rather than in it, because the server can read the run directory.
            run.with_suffix(f".{account}").write_text(password)
        users = _USERS.format(
            password=escape(placement.password),
            grants=_queries(_APP_GRANTS),
            admin=ADMIN,
            admin_sha256=hashes[ADMIN],
            reader=READER,
            reader_sha256=hashes[READER],
            reader_grants=_queries(_READER_GRANTS),
        )
        (run / "users.xml").write_text(users)
        if self._binary is not None:
            argv = [_BINARY, "server", f"--config-file={RUN}/config.xml"]
            return Launch(argv, read_only={_BINARY: self._binary}, env={"PATH": "/usr/bin:/bin"})
        python = str(Path(sys.executable).resolve())
        argv = [python, "-I", "-S", _LAUNCHER, _SITE, RUN, f"{DATA}/data"]
        launcher = Path(__file__).with_name("_server.py")
        return Launch(
            argv,
            read_only={**self._site(), _LAUNCHER: launcher},
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )

    def is_ready(self, placement: Placement, run: Path) -> bool:
        """Return whether the administrator can run a query."""
        try:
            return _ask(placement, run, "SELECT 1") == "1\n"
        except (OSError, http.client.HTTPException):
            return False

    def initialise(self, placement: Placement, run: Path) -> None:
        """Create the default database, to which clients connect. Accounts are defined in users.xml."""
        _must(placement, run, "CREATE DATABASE IF NOT EXISTS default")

    def place(self, placement: Placement, run: Path) -> None:
        """Drop the database that gives access to files. Ports and passwords were already set at launch."""
        if self._binary is None:
            _must(placement, run, f"DROP DATABASE IF EXISTS {_LOCAL}")

    def attend(self, placement: Placement, network: Network) -> None:
        """Do nothing."""

    def connect(
        self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None
    ) -> ClickHouseClient:
        """Return an admin client or, if limits are given, a client for a read-only account."""
        return ClickHouseClient(network, placement, run, limits)

    def run_sql(self, client: ClickHouseClient, sql: str) -> None:
        """Run a seed as the administrator."""
        client.execute(sql)

    def request_ports(self, placement: Placement) -> tuple[int, ...]:
        """Return the HTTP and the native port."""
        return (placement.port, placement.port + _NATIVE_OFFSET)

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return ``CLICKHOUSE_URL`` without credentials, and one variable for each part of the URL and credential."""
        return {
            "CLICKHOUSE_URL": f"http://{placement.host}:{placement.port}",
            "CLICKHOUSE_HOST": placement.host,
            "CLICKHOUSE_PORT": str(placement.port),
            "CLICKHOUSE_NATIVE_PORT": str(placement.port + _NATIVE_OFFSET),
            "CLICKHOUSE_USER": "app",
            "CLICKHOUSE_PASSWORD": placement.password,
        }


def _queries(grants: Sequence[str]) -> str:
    return "".join(f"<query>{grant}</query>" for grant in grants)


def _must(placement: Placement, run: Path, sql: str) -> None:
    if answer := _ask(placement, run, sql):
        raise ServiceError(f"ClickHouse refused {sql!r}: {answer.strip()}")


def _ask(placement: Placement, run: Path, sql: str) -> str:
    """Run a query as the administrator, in a database that always exists."""
    connection = http.client.HTTPConnection(placement.host, placement.port, timeout=_TIMEOUT_SEC)
    headers = {"X-ClickHouse-User": ADMIN, "X-ClickHouse-Key": password_of(ADMIN, placement, run)}
    try:
        connection.request("POST", "/", body=sql, headers=headers)
        return connection.getresponse().read().decode(errors="replace")
    finally:
        connection.close()
