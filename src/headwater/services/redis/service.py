"""Runs Redis: the machine's ``redis-server``, from the Debian package of that name."""

from __future__ import annotations

import shutil
import signal
import subprocess
from functools import cached_property
from pathlib import Path

from headwater.errors import MissingDependencyError, QueryError
from headwater.records import ServiceName
from headwater.sandbox import FolderRenames, Network, Sandbox
from headwater.services._base import DATA, RUN, Launch, Placement
from headwater.services._queries import QueryLimits
from headwater.services.redis._accounts import APP, write_accounts
from headwater.services.redis._protocol import RedisConnection, RefusedError
from headwater.services.redis.client import RedisClient
from headwater.services.redis.literals import LITERALS
from headwater.services.redis.state import RedisState

_PROGRAM = "redis-server"
_ACCOUNTS = "users.acl"
_ASK_SEC = 2.0
_SETTINGS = {
    "dir": DATA,
    "daemonize": "no",
    "appendonly": "no",
    # Redis rarely saves while it runs, because a clean stop writes everything. Without any rule, it would write
    # nothing.
    "save": "3600 1",
    "stop-writes-on-bgsave-error": "no",
    "maxmemory": "1gb",
    "enable-debug-command": "no",
    "enable-module-command": "no",
    "enable-protected-configs": "no",
    "aclfile": f"{RUN}/{_ACCOUNTS}",
}


class Redis:
    """Runs Redis 7."""

    name: ServiceName = "redis"
    default_port = 6379
    stop_signal = signal.SIGTERM
    starts_slowly = False
    literals = LITERALS
    state = RedisState()
    run_sql = None
    renames: FolderRenames | None = None

    @cached_property
    def _program(self) -> str:
        found = shutil.which(_PROGRAM)
        if found is None:
            raise MissingDependencyError("Redis is not installed", fix=f"apt-get install {_PROGRAM}")
        return found

    @cached_property
    def version(self) -> str:
        """The version, as printed by the server itself, without the parts that differ by build."""
        result = subprocess.run([self._program, "--version"], capture_output=True, text=True, check=True)
        return " ".join(result.stdout.split()[:3])

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Do nothing, because an empty directory is an empty database."""

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Return how to start the server. Settings are on the command line, and accounts are in a file."""
        write_accounts(run / _ACCOUNTS, placement, run)
        argv = [self._program, "--bind", placement.host, "--port", str(placement.port)]
        for name, value in _SETTINGS.items():
            argv += [f"--{name}", *value.split()]
        return Launch(argv, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})

    def is_ready(self, placement: Placement, run: Path) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return whether Redis has loaded its data. Before that, it does not check passwords."""
        try:
            connection = RedisConnection(placement.host, placement.port, QueryLimits(seconds=_ASK_SEC))
        except QueryError:
            return False
        try:
            connection.ask(b"AUTH", APP.encode(), placement.password.encode())
            return connection.ask(b"PING") == b"PONG"
        except RefusedError as refused:
            if "LOADING" in str(refused):
                return False
            raise
        except QueryError:
            return False
        finally:
            connection.close()

    def initialise(self, placement: Placement, run: Path) -> None:
        """Do nothing."""

    def place(self, placement: Placement, run: Path) -> None:
        """Do nothing, because port and passwords were set at launch."""

    def attend(self, placement: Placement, network: Network) -> None:
        """Do nothing."""

    def connect(self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None) -> RedisClient:
        """Return an admin client or, if limits are given, a client for a read-only account."""
        return RedisClient(network, placement, run, limits)

    def request_ports(self, placement: Placement) -> tuple[int, ...]:
        """Return the port for all clients."""
        return (placement.port,)

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return ``REDIS_URL``, including the account's credentials, and one variable for each part of the URL."""
        return {
            "REDIS_URL": f"redis://{APP}:{placement.password}@{placement.host}:{placement.port}/0",
            "REDIS_HOST": placement.host,
            "REDIS_PORT": str(placement.port),
            "REDIS_USERNAME": APP,
            "REDIS_PASSWORD": placement.password,
        }
