"""Runs Kafka: either the ``noida-db`` broker, a small binary that speaks the Kafka protocol, or the machine's broker.

The emulation supports groups, transactions, retention, headers and compression. It never removes group members that
were killed before they left, so ``_members`` does this.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import signal
import socket
import struct
from functools import cached_property
from pathlib import Path

from headwater.errors import MissingDependencyError
from headwater.records import ServiceName
from headwater.sandbox import FolderRenames, Network, Sandbox
from headwater.services._base import DATA, ENGINE, Launch, Placement
from headwater.services._queries import QueryLimits
from headwater.services.kafka import _own
from headwater.services.kafka._members import MemberWatcher
from headwater.services.kafka.client import KafkaClient
from headwater.services.kafka.literals import LITERALS
from headwater.services.kafka.state import KafkaState

_METADATA_V0 = struct.pack(">hhih", 3, 0, 1, -1) + struct.pack(">i", 0)  # requests all topics, without a client id
_TIMEOUT_SEC = 2.0


class Kafka:
    """Runs a broker that speaks the Kafka protocol."""

    name: ServiceName = "kafka"
    default_port = 9092
    stop_signal = signal.SIGTERM
    starts_slowly = False
    literals = LITERALS
    state = KafkaState()
    run_sql = None
    renames: FolderRenames | None = None

    @cached_property
    def _own(self) -> _own.Broker | None:
        """The broker that ``HEADWATER_KAFKA`` chooses, or None if the variable is not set."""
        chosen = os.environ.get("HEADWATER_KAFKA")
        return _own.find(chosen) if chosen else None

    @cached_property
    def _binary(self) -> Path:
        spec = importlib.util.find_spec("noida_db")
        if spec is None or not spec.submodule_search_locations:
            raise MissingDependencyError("Kafka is not installed", fix="pip install 'headwater[pipelines]'")
        return Path(spec.submodule_search_locations[0]) / "noida-db"

    @property
    def version(self) -> str:
        """The wheel's version or, for a broker installed on the machine, its path and modification time."""
        if self._own is not None:
            return self._own.version
        _ = self._binary  # raises an error that names the package to install
        return f"noida-db {importlib.metadata.version('noida-db')}"

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Do nothing, because the broker initialises an empty directory itself."""

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Return how to start the broker, which advertises the address that it is bound to."""
        if self._own is not None:
            return self._own.launch(placement, run)
        argv = [f"{ENGINE}/noida-db", "start", "--only", "kafka", "--data-dir", DATA]
        argv += ["--host", placement.host, "--kafka-port", str(placement.port)]
        return Launch(argv, read_only={f"{ENGINE}/noida-db": self._binary}, env={"PATH": "/usr/bin:/bin", "HOME": DATA})

    def is_ready(self, placement: Placement, run: Path) -> bool:  # noqa: ARG002 - the protocol's signature
        """Return whether the broker answers a Kafka metadata request."""
        try:
            with socket.create_connection((placement.host, placement.port), _TIMEOUT_SEC) as connection:
                connection.sendall(struct.pack(">i", len(_METADATA_V0)) + _METADATA_V0)
                size = connection.recv(4)
                return len(size) == 4 and struct.unpack(">i", size)[0] > 0
        except OSError:
            return False

    def initialise(self, placement: Placement, run: Path) -> None:
        """Do nothing."""

    def place(self, placement: Placement, run: Path) -> None:
        """Do nothing, because address and port were set at launch."""

    def attend(self, placement: Placement, network: Network) -> MemberWatcher | None:
        """Start a watcher that removes killed members. The machine's own brokers remove such members themselves."""
        return MemberWatcher(network, placement.host, placement.port) if self._own is None else None

    def connect(
        self,
        network: Network,
        placement: Placement,
        run: Path,  # noqa: ARG002 - the protocol's signature
        limits: QueryLimits | None,
    ) -> KafkaClient:
        """Return a client with all rights, because the broker has no accounts."""
        return KafkaClient(network, f"{placement.host}:{placement.port}", limits)

    def request_ports(self, placement: Placement) -> tuple[int, ...]:  # noqa: ARG002 - the protocol's signature
        """Return no port, because clients connect to the address that the broker advertises."""
        return ()

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return ``KAFKA_BOOTSTRAP_SERVERS``, the variable that clients commonly use."""
        return {"KAFKA_BOOTSTRAP_SERVERS": f"{placement.host}:{placement.port}"}
