"""Runs a task's workload, which simulates live traffic while the agent works, and reads the events that it recorded.

The workload is a program of the task. It is in the trial's network, but in a view and a process namespace of its own,
so that the agent sees its connections and nothing else. It prints one JSON object for each operation.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.errors import BrokenTaskError
from headwater.sandbox import Network, Sandbox, SandboxProcess, User, View
from headwater.services import ServiceDiedError

FOLDER = "/workload"
"""The path of the task's folder ``workload/`` in the workload's view."""

_STOP_SEC = 5.0
_TAIL = 600
_CUT = re.compile(r"[^\n]*\n\[headwater: \d+ more bytes were not kept\]\n\Z")
"""The end of an output that exceeded the limit of the sandbox: a partial line, and the sandbox's remark."""


@dataclass(frozen=True)
class WorkloadPlan:
    """The program of a workload.

    Attributes:
        command: The command for ``sh -c`` in ``folder``.
        folder: The task's folder ``workload/``.
        events: The file that receives the program's standard output. Its errors go to ``<name>.err`` next to it.
        settle_sec: The number of seconds for which the program continues after the agent has ended.
        mounts: The paths of the harness, which the program sees read-only. Nothing of the agent is among them.
    """

    command: str
    folder: Path
    events: Path
    settle_sec: float
    mounts: Mapping[str, Path]


class RunningWorkload:
    """A workload that has started."""

    def __init__(self, sandbox: Sandbox, plan: WorkloadPlan, network: Network, env: Mapping[str, str]) -> None:
        """Start the workload in the network of the services, with ``env`` as its complete environment."""
        self._plan = plan
        self._process: SandboxProcess = sandbox.spawn(
            ["/bin/sh", "-c", plan.command],
            user=User.SERVICE,
            view=View(read_only={**plan.mounts, FOLDER: plan.folder}, workdir=FOLDER),
            env=env,
            network=network,
            log=plan.events,
        )

    def end(self) -> None:
        """Let the workload continue for its time after the agent, and then stop it.

        Raises:
            ServiceDiedError: The workload failed before it was stopped. A correct workload records the errors of its
                operations and continues.
        """
        ended_early = self._process.wait(self._plan.settle_sec)
        if not ended_early:
            self._process.signal(signal.SIGTERM)
            self._process.wait(_STOP_SEC)
        code = self._process.exit_code
        self._process.kill()
        self._process.finish()
        if ended_early and code:
            raise ServiceDiedError(f"the workload ended with exit code {code}{self._tail()}")

    def _tail(self) -> str:
        text = self._plan.events.with_suffix(".err").read_text(errors="replace").strip()[-_TAIL:]
        return "; its errors end:\n  " + text.replace("\n", "\n  ") if text else ""


def read_events(path: Path) -> tuple[dict[str, Any], ...]:
    """Return the events that a workload printed. A last event that was cut off is ignored.

    An agent can make errors, which a workload records, so long that its output exceeds the limit. The rest is then
    lost, and the task is not at fault.

    Raises:
        BrokenTaskError: A line is not a JSON object.
    """
    if not path.is_file():
        return ()
    text = _CUT.sub("", path.read_text(encoding="utf-8", errors="replace"))
    *lines, _ = text.split("\n")
    return tuple(_event(path, number, line) for number, line in enumerate(lines, 1))


def _event(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise BrokenTaskError(
            "is not a JSON object", where=f"{path}:{number}", fix="let the workload print one JSON object per line"
        )
    return event
