"""Limits the disk space of the agent's part of a trial, separately for its workspace and its services' data.

An agent that fills its workspace therefore does not stop services, and no agent can fill the machine's disk.
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
    """The changes to a starting state during a run.

    Attributes:
        workspace: The mount point of the workspace.
        data: The mount point of each service's data.
        watched: The folders that are not on a size-limited file system, with each folder's limit in MiB.
    """

    def __init__(
        self, sandbox: Sandbox, layers: LayeredState, state: Path, logs: Path, disk_mb: int, databases_mb: int
    ) -> None:
        """Mount the starting state for writing.

        Args:
            sandbox: This cell's sandbox.
            layers: The starting state.
            state: An empty folder. It contains the changes once the cell has ended.
            logs: The folder for the logs of new services whose data directories are created.
            disk_mb: The number of MiB that the agent may write to its workspace.
            databases_mb: The number of MiB that all services together may write to their data folders.
        """
        self._files = sandbox.limited_folder(state, disk_mb, [_WORKSPACE])
        self.workspace = sandbox.mount(Layers(layers.workspace, self._files.path / _WORKSPACE))
        self.watched: dict[Path, int] = dict(self._files.watched([_WORKSPACE]))
        self.data: Mapping[ServiceName, Path] = {}
        self._databases = sandbox.limited_folder(state, databases_mb, layers.services) if layers.services else None
        if self._databases is not None:
            self.data = mount_data(sandbox, layers.services, self._databases.path, logs)
            self.watched |= self._databases.watched(layers.services)

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """The limits that no file system enforces. The trial's record lists them."""
        found = {written.weakness for written in (self._files, self._databases) if written is not None}
        return tuple(sorted(found - {""}))

    def are_databases_full(self) -> bool:
        """Return whether the services have no disk space left, which only the agent can cause."""
        return self._databases is not None and self._databases.is_full()
