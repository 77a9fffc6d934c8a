"""Runs a program in a sandbox to find out how the sandbox isolates it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from headwater.errors import SandboxError
from headwater.sandbox._backend import chosen_backend, open_sandbox
from headwater.sandbox._cell import Emit
from headwater.sandbox._fixes import fix_for_engine
from headwater.sandbox._overlay import Layers
from headwater.sandbox._view import WORKSPACE, User, View

_PROBE_SEC = 10.0
_DISK_MB = 64
_TOOL = "/opt/probe"
_FILTERED = "2"


@dataclass(frozen=True)
class ProbeReport:
    """The report that the probe program writes in the sandbox.

    Attributes:
        weakness: Describes how writing is limited if no file system enforces a limit.
        status: The program's ``/proc/self/status``.
        mounts: The program's ``/proc/self/mountinfo``.
    """

    weakness: str = ""
    status: str = ""
    mounts: str = ""

    @property
    def has_filter(self) -> bool:
        """Return whether system calls are filtered."""
        return self._field("Seccomp") == _FILTERED

    @property
    def capabilities(self) -> str:
        """The names of the capability sets that are not empty."""
        sets = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
        return ", ".join(name for name in sets if int(self._field(name) or "0", 16))

    def _field(self, name: str) -> str:
        lines = (line.partition(":") for line in self.status.splitlines())
        return next((value.strip() for found, _, value in lines if found == name), "")


def probe(emit: Emit, folder: Path) -> ProbeReport:  # noqa: ARG001 - every function in a cell is given it
    """Run the probe in ``folder``. This runs in a cell.

    Raises:
        SandboxError: The program could not be started.
    """
    sandbox = open_sandbox([folder])
    for name in ("lower", "tool"):
        (folder / name).mkdir()
    written = sandbox.limited_folder(folder / "state", _DISK_MB)
    workspace = sandbox.mount(Layers((folder / "lower",), written.path / "workspace"))
    view = View({_TOOL: folder / "tool"}, {WORKSPACE: workspace}, WORKSPACE)
    env = {"PATH": "/usr/bin:/bin"}
    log = folder / "probe.log"
    argv = ["cat", "/proc/self/status", "/proc/self/mountinfo"]
    process = sandbox.spawn(argv, user=User.AGENT, view=view, env=env, network=sandbox.network(), log=log)
    ended = process.wait(_PROBE_SEC)
    process.kill()
    sandbox.close()
    if not ended or process.exit_code != 0:
        error = log.with_suffix(".err").read_text().strip()
        fix = fix_for_engine(chosen_backend().name, error)
        raise SandboxError(f"a program could not be started: {error}", fix=fix)
    lines = log.read_text().splitlines(keepends=True)
    mounts = [line for line in lines if line[:1].isdigit()]
    status = [line for line in lines if not line[:1].isdigit()]
    return ProbeReport(written.weakness, "".join(status), "".join(mounts))
