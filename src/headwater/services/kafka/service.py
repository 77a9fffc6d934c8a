"""Kafka: the ``noida-db`` broker, which speaks the Kafka protocol from one small binary, or the machine's own.

The emulation is a good one: groups, transactions, retention, headers and compression work. It never expires a member
of a group that was killed without leaving, which ``_members`` does beside it.
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
from headwater.sandbox import Links, Network, Sandbox
from headwater.services._base import DATA, ENGINE, Launch, Placement
from headwater.services._queries import QueryLimits
from headwater.services.kafka import _own
from headwater.services.kafka._members import MemberWatcher
from headwater.services.kafka.client import KafkaClient
from headwater.services.kafka.literals import LITERALS
from headwater.services.kafka.state import KafkaState

_METADATA_V0 = struct.pack(">hhih", 3, 0, 1, -1) + struct.pack(">i", 0)  # all topics, no client id
_TIMEOUT_SEC = 2.0


class Kafka:
    """A broker of the Kafka protocol."""

    name: ServiceName = "kafka"
    default_port = 9092
    stop_signal = signal.SIGTERM
    starts_slowly = False
    literals = LITERALS
    state = KafkaState()
    run_sql = None
    links: Links | None = None

    @cached_property
    def _own(self) -> _own.Engine | None:
        """The machine's broker, when ``HEADWATER_KAFKA`` chooses it."""
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
        """The wheel's version, or the broker's path and time."""
        if self._own is not None:
            return self._own.version
        _ = self._binary  # says what to install
        return f"noida-db {importlib.metadata.version('noida-db')}"

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Nothing to do: the broker lays out an empty directory by itself."""

    def launch(self, placement: Placement, run: Path) -> Launch:
        """It advertises the address that it is bound to."""
        if self._own is not None:
            return self._own.launch(placement, run)
        argv = [f"{ENGINE}/noida-db", "start", "--only", "kafka", "--data-dir", DATA]
        argv += ["--host", placement.host, "--kafka-port", str(placement.port)]
        return Launch(argv, read_only={f"{ENGINE}/noida-db": self._binary}, env={"PATH": "/usr/bin:/bin", "HOME": DATA})

    def is_ready(self, placement: Placement, run: Path) -> bool:  # noqa: ARG002 - the protocol's signature
        """Ask for the cluster's metadata by the Kafka protocol."""
        try:
            with socket.create_connection((placement.host, placement.port), _TIMEOUT_SEC) as connection:
                connection.sendall(struct.pack(">i", len(_METADATA_V0)) + _METADATA_V0)
                size = connection.recv(4)
                return len(size) == 4 and struct.unpack(">i", size)[0] > 0
        except OSError:
            return False

    def initialise(self, placement: Placement, run: Path) -> None:
        """Nothing to do."""

    def place(self, placement: Placement, run: Path) -> None:
        """Nothing to do: the launch has placed it."""

    def attend(self, placement: Placement, network: Network) -> MemberWatcher | None:
        """Remove members that were killed; brokers of the machine's do it themselves."""
        return MemberWatcher(network, placement.host, placement.port) if self._own is None else None

    def connect(
        self,
        network: Network,
        placement: Placement,
        run: Path,  # noqa: ARG002 - the protocol's signature
        limits: QueryLimits | None,
    ) -> KafkaClient:
        """One of all rights: the broker has no accounts."""
        return KafkaClient(network, f"{placement.host}:{placement.port}", limits)

    def variables(self, placement: Placement) -> dict[str, str]:
        """``KAFKA_BOOTSTRAP_SERVERS``, as every client calls it."""
        return {"KAFKA_BOOTSTRAP_SERVERS": f"{placement.host}:{placement.port}"}
