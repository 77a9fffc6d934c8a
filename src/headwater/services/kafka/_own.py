"""Runs a broker that the machine provides: a Redpanda program, or an installation of Apache Kafka in KRaft mode.

The settings follow the documentation of Redpanda 24 and Kafka 4.1.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from headwater.errors import MissingDependencyError
from headwater.services._base import DATA, RUN, Launch, Placement

_CLUSTER = "aGVhZHdhdGVyLWthZmth"  # any fixed id is valid, because each cluster is one broker of one trial

_REDPANDA = """\
redpanda:
  data_directory: {data}
  developer_mode: true
  empty_seed_starts_cluster: true
  seed_servers: []
  auto_create_topics_enabled: true
  kafka_api: [{{address: {host}, port: {port}}}]
  advertised_kafka_api: [{{address: {host}, port: {port}}}]
  rpc_server: {{address: 127.0.0.1, port: 33145}}
  admin: [{{address: 127.0.0.1, port: 9644}}]
"""
_KAFKA = """\
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:19093
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://{host}:{port},CONTROLLER://127.0.0.1:19093
advertised.listeners=PLAINTEXT://{host}:{port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs={data}/logs
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
"""
_KAFKA_START = """\
test -e {data}/logs/meta.properties ||
  {bin}/kafka-storage.sh format --standalone -t {cluster} -c {run}/server.properties
exec {bin}/kafka-server-start.sh {run}/server.properties
"""


class Broker(Protocol):
    """A broker that the machine provides."""

    @property
    def version(self) -> str:
        """The broker's path and installation time."""
        ...

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Write the broker's settings, and return how to start the broker."""
        ...


@dataclass(frozen=True)
class Redpanda:
    """Runs a ``redpanda`` program."""

    program: Path

    @property
    def version(self) -> str:
        """The broker's path and installation time."""
        return f"{self.program} {self.program.stat().st_mtime_ns}"

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Start the broker with one core, little memory, and without flushing to disk."""
        settings = _REDPANDA.format(data=DATA, host=placement.host, port=placement.port)
        (run / "redpanda.yaml").write_text(settings)
        argv = [str(self.program), "--redpanda-cfg", f"{RUN}/redpanda.yaml", "--smp", "1", "--memory", "1G"]
        argv += ["--reserve-memory", "0M", "--overprovisioned", "--lock-memory", "false"]
        argv += ["--unsafe-bypass-fsync", "true"]
        return Launch(argv, _beyond_usr(self.program.parent.parent), {"PATH": "/usr/bin:/bin", "HOME": DATA})


@dataclass(frozen=True)
class ApacheKafka:
    """Runs an installation of Apache Kafka."""

    folder: Path

    @property
    def version(self) -> str:
        """The broker's path and installation time."""
        return f"{self.folder} {self.folder.stat().st_mtime_ns}"

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Format the storage at the first start and then start the broker. Java reads its settings from /etc."""
        settings = _KAFKA.format(data=DATA, host=placement.host, port=placement.port)
        (run / "server.properties").write_text(settings)
        script = _KAFKA_START.format(bin=self.folder / "bin", data=DATA, run=RUN, cluster=_CLUSTER)
        java = {str(path): path for path in Path("/etc").glob("java-*")}
        env = {"PATH": "/usr/bin:/bin", "HOME": DATA, "LOG_DIR": f"{RUN}/logs", "KAFKA_HEAP_OPTS": "-Xmx512m"}
        return Launch(["/bin/sh", "-c", script], _beyond_usr(self.folder) | java, env)


def find(chosen: str) -> Broker:
    """Return the broker that ``HEADWATER_KAFKA`` names.

    Raises:
        MissingDependencyError: There is no such broker.
    """
    if (Path(chosen) / "bin/kafka-server-start.sh").is_file():
        return ApacheKafka(Path(chosen).resolve())
    program = shutil.which(chosen)
    if program is None:
        raise MissingDependencyError(
            "neither a redpanda program nor a folder with bin/kafka-server-start.sh", where=f"HEADWATER_KAFKA={chosen}"
        )
    return Redpanda(Path(program).resolve())


def _beyond_usr(folder: Path) -> dict[str, Path]:
    return {} if folder.is_relative_to("/usr") else {str(folder): folder}
