"""dbt's own parse of the project, left in the workspace: an agent's first `dbt` reads it instead of all files."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from headwater import harnesses
from headwater.errors import InfraError
from headwater.sandbox import HOME, WORKSPACE, Emit, User, View, open_sandbox, run_in_cell

_SEC = 600.0
_KEPT = "partial_parse.msgpack"


def write_parse(workspace: Path, home: Path, notify: Callable[[str], None], cancel: threading.Event) -> None:
    """Let dbt parse the project where agents will find it, and keep what it remembers.

    Raises:
        InfraError: dbt did not parse the project; says why.
    """
    harness = harnesses.prepare("base", home, notify)
    notify("letting dbt parse the project")
    run_in_cell(_parse, dict(harness.mounts), dict(harness.env), workspace, cancel=cancel, timeout_sec=_SEC)
    for path in (workspace / "target").iterdir():
        if path.name != _KEPT:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(workspace / "logs", ignore_errors=True)


def _parse(emit: Emit, mounts: Mapping[str, Path], env: Mapping[str, str], workspace: Path) -> None:  # noqa: ARG001
    sandbox = open_sandbox([workspace, *mounts.values()])
    log = workspace.parent / "parse.log"
    process = sandbox.spawn(
        ["dbt", "parse", "--quiet", "--no-use-colors", "--no-write-json"],
        user=User.AGENT,
        view=View(read_only=mounts, writable={WORKSPACE: workspace}, workdir=WORKSPACE),
        env={"HOME": HOME, "LANG": "C.UTF-8", "USER": "agent", **env},
        network=sandbox.network(),
        log=log,
    )
    if not process.wait(_SEC) or process.exit_code != 0:
        said = log.read_text(errors="replace") + log.with_suffix(".err").read_text(errors="replace")
        raise InfraError(f"dbt parse ended with {process.exit_code}: {said[-800:]}")
    sandbox.close()
    for path in (log, log.with_suffix(".err")):
        path.unlink(missing_ok=True)
