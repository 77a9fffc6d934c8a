"""Where the agent's part of a trial writes: its workspace and its services' data, each with a limit of its own.

So an agent that fills its workspace stops no service, and nothing that it does fills the machine's disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headwater.grading import LayeredState
from headwater.records import ServiceName
from headwater.sandbox import Layers, Sandbox
from headwater.services import mount_data

_WORKSPACE = "workspace"


class WrittenState:
    """The changes to a starting state, while they are made.

    Attributes:
        workspace: Where the workspace is mounted.
        data: Where each service's data is.
        watched: Folders that no file system limits, with how many MiB each may take.
    """

    def __init__(
        self, sandbox: Sandbox, layers: LayeredState, state: Path, logs: Path, disk_mb: int, databases_mb: int
    ) -> None:
        """Mount the starting state for writing.

        Args:
            sandbox: In whose cell this is.
            layers: The starting state.
            state: Empty folder that has what changed once the cell has ended.
            logs: For what services that are new print as their data is laid out.
            disk_mb: How much the agent may write to its workspace, in MiB.
            databases_mb: The same of all services' data together.
        """
        self._files = sandbox.written(state, disk_mb, [_WORKSPACE])
        self.workspace = sandbox.mount(Layers(layers.workspace, self._files.path / _WORKSPACE))
        self.watched: dict[Path, int] = dict(self._files.watched([_WORKSPACE]))
        self.data: Mapping[ServiceName, Path] = {}
        self._databases = sandbox.written(state, databases_mb, layers.services) if layers.services else None
        if self._databases is not None:
            self.data = mount_data(sandbox, layers.services, self._databases.path, logs)
            self.watched |= self._databases.watched(layers.services)

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """What is not limited by a file system, for the record."""
        found = {written.weakness for written in (self._files, self._databases) if written is not None}
        return tuple(sorted(found - {""}))

    def are_databases_full(self) -> bool:
        """Whether the services can write no more, which only the agent can have brought about."""
        return self._databases is not None and self._databases.is_full()
