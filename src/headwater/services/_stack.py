"""Runs the services of one task together in a separate network."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from headwater.errors import NotFoundError, ServiceError
from headwater.records import ServiceName
from headwater.sandbox import Layers, Network, Sandbox, SandboxProcess, User, View, change_owner
from headwater.services._base import DATA, PASSWORD, RUN, Attendant, Placement, Service
from headwater.services._queries import QueryLimits
from headwater.services._references import resolve
from headwater.services._registry import SERVICES
from headwater.services._requests import RequestProxy
from headwater.services.clickhouse.client import ClickHouseClient
from headwater.services.kafka.client import KafkaClient
from headwater.services.postgres.client import PostgresClient

_READY_SEC = 60.0
_STOP_SEC = 15.0
_POLL_SEC = 0.004
_LOG_TAIL = 1500
_PROXY_OFFSET = 2400
"""The distance between the port of a service and the port on which its requests are counted."""


def mount_data(
    sandbox: Sandbox, layers: Mapping[ServiceName, tuple[Path, ...]], uppers: Path, logs: Path
) -> dict[ServiceName, Path]:
    """Mount services' data copy-on-write. Each service's changes are written to a separate folder in ``uppers``.

    A service without layers is new. Its data directory is created in ``uppers``, and the caller must pass the service
    to the stack as ``new``.
    """
    mounted = {
        name: sandbox.mount(Layers(lower, uppers / name, SERVICES[name].renames))
        for name, lower in layers.items()
        if lower
    }
    return {**mounted, **create_data(sandbox, [name for name in layers if name not in mounted], uppers, logs)}


def create_data(sandbox: Sandbox, services: Iterable[ServiceName], folder: Path, logs: Path) -> dict[ServiceName, Path]:
    """Create an empty data directory for each service in ``folder``."""
    data = {}
    for name in services:
        data[name] = folder / name
        data[name].mkdir(mode=0o700)
        change_owner(data[name], User.SERVICE)
        SERVICES[name].create(sandbox, data[name], logs / f"{name}-create.log")
    return data


class ServiceDiedError(ServiceError):
    """A service ended by itself after it had been ready."""


@dataclass
class _RunningService:
    service: Service
    placement: Placement
    process: SandboxProcess
    run: Path
    log: Path
    attendant: Attendant | None = None


class Stack:
    """Runs services from data directories, which may be overlays. The directories of ``new`` services are empty.

    Clients have ``limits`` if an agent has changed the data. Seeds have no limits.

    In ``with Stack(...) as stack``, the services are ready inside the block and stop cleanly at its end.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        data: Mapping[ServiceName, Path],
        logs: Path,
        port_offset: int = 0,
        password: str = PASSWORD,
        *,
        new: Collection[ServiceName] = (),
        limits: QueryLimits | None = None,
    ) -> None:
        self.network: Network = sandbox.network()
        self._sandbox = sandbox
        self._data = data
        self._logs = logs
        self._placements = {name: Placement(SERVICES[name].default_port + port_offset, password) for name in data}
        self._new = new
        self._limits = limits
        self._running: list[_RunningService] = []
        self._clients: dict[ServiceName, Any] = {}
        self._proxy: RequestProxy | None = None
        self.workspace: Path | None = None
        """The task's workspace, for seeds, while a starting state is built."""
        self.base: Path | None = None
        """The folder of the task's base, for seeds, if it has one."""

    def __enter__(self) -> Stack:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables that tell code how to connect to the services."""
        return _variables(self._placements)

    def resolved(self, env: Mapping[str, str]) -> dict[str, str]:
        """Replace references in variables with the addresses and passwords of the services."""
        return {name: resolve(value, self._placements) for name, value in env.items()}

    def counted(self, env: Mapping[str, str]) -> dict[str, str]:
        """Return ``variables`` and resolved ``env`` for a program whose requests ``requests`` counts."""
        placements = {
            name: replace(placement, port=placement.port + _PROXY_OFFSET) if self._ports(name) else placement
            for name, placement in self._placements.items()
        }
        return {name: resolve(value, placements) for name, value in env.items()} | _variables(placements)

    @property
    def requests(self) -> RequestProxy:
        """Counts the requests of programs that have the addresses of ``counted``. It listens until the stack stops."""
        if self._proxy is None:
            ports = {port + _PROXY_OFFSET: port for name in self._placements for port in self._ports(name)}
            self._proxy = RequestProxy(self.network, ports)
        return self._proxy

    def start(self) -> None:
        """Start all services at the same time, and return when each has answered a query.

        Raises:
            ServiceError: A service died or did not answer. The message quotes the end of its log.
        """
        # The slowest service is started first, so that it loads while the others start.
        for name in sorted(self._data, key=lambda name: not SERVICES[name].starts_slowly):
            self._running.append(self._launch(SERVICES[name]))
        started = time.monotonic()
        # Readiness queries are sent from this thread, which must be in the services' network to reach them.
        with self.network:
            pending = list(self._running)
            while pending:
                pending = [running for running in pending if not self._settled(running)]
                elapsed_sec = time.monotonic() - started
                if pending and elapsed_sec > _READY_SEC:
                    raise ServiceError(
                        f"{pending[0].service.name} did not answer in {_READY_SEC:.0f} s{_tail(pending[0])}"
                    )
                if pending:  # the pause grows, because queries slow down services that are starting
                    time.sleep(max(_POLL_SEC, elapsed_sec / 30))

    def require_alive(self) -> None:
        """Raise ``ServiceDiedError`` if a service has ended by itself. The message quotes the end of its log."""
        for running in self._running:
            if running.process.exit_code is not None:
                raise ServiceDiedError(f"{running.service.name} died{_tail(running)}")

    def stop(self) -> None:
        """Stop each service cleanly, so that its data directory is complete."""
        if self._proxy is not None:
            self._proxy.close()
            self._proxy = None
        for running in self._running:
            if running.attendant is not None:
                running.attendant.stop()
                running.attendant = None
            # All services are signalled before the first wait, so that they stop at the same time.
            running.process.signal(running.service.stop_signal)
        for running in self._running:
            if not running.process.wait(_STOP_SEC):
                running.process.kill()
            running.process.finish()
        self._running.clear()

    def service(self, name: ServiceName) -> Any:
        """Return the client of a service or, if the stack has limits, one that an agent's data cannot harm."""
        if name not in self._clients:
            running = self._find(name)
            self._clients[name] = running.service.connect(self.network, running.placement, running.run, self._limits)
        return self._clients[name]

    @property
    def postgres(self) -> PostgresClient:
        """The Postgres client. It acts as the superuser or, if the stack restricts access, as a SELECT-only role."""
        client: PostgresClient = self.service("postgres")
        return client

    @property
    def clickhouse(self) -> ClickHouseClient:
        """The ClickHouse client. It acts as the administrator or, if access is restricted, as a SELECT-only user."""
        client: ClickHouseClient = self.service("clickhouse")
        return client

    @property
    def kafka(self) -> KafkaClient:
        """The Kafka client."""
        client: KafkaClient = self.service("kafka")
        return client

    def _ports(self, name: ServiceName) -> tuple[int, ...]:
        return SERVICES[name].request_ports(self._placements[name])

    def _find(self, name: ServiceName) -> _RunningService:
        for running in self._running:
            if running.service.name == name:
                return running
        raise NotFoundError(f"the task declares no service {name}", fix="add it to services in task.toml")

    def _launch(self, service: Service) -> _RunningService:
        placement = self._placements[service.name]
        run = self._sandbox.private_folder(User.SERVICE)
        launch = service.launch(placement, run)
        log = self._logs / f"{service.name}.log"
        view = View(
            read_only=launch.read_only,
            writable={DATA: self._data[service.name], RUN: run},
            workdir=RUN,
        )
        process = self._sandbox.spawn(
            launch.argv, user=User.SERVICE, view=view, env=launch.env, network=self.network, log=log
        )
        return _RunningService(service, placement, process, run, log)

    def _settled(self, running: _RunningService) -> bool:
        if running.process.exit_code is not None:
            raise ServiceError(f"{running.service.name} ended while starting{_tail(running)}")
        if not running.service.is_ready(running.placement, running.run):
            return False
        if running.service.name in self._new:
            running.service.initialise(running.placement, running.run)
        running.service.place(running.placement, running.run)
        running.attendant = running.service.attend(running.placement, self.network)
        return True


def _variables(placements: Mapping[ServiceName, Placement]) -> dict[str, str]:
    return {
        key: value
        for name, placement in placements.items()
        for key, value in SERVICES[name].variables(placement).items()
    }


def _tail(running: _RunningService) -> str:
    """Return the end of a service's log as indented lines."""
    running.process.finish()
    for path in (running.log.with_suffix(".err"), running.log):
        if path.exists() and (text := path.read_text(errors="replace").strip()):
            return "; its log ends:\n  " + text[-_LOG_TAIL:].replace("\n", "\n  ")
    return "; its log is empty"
