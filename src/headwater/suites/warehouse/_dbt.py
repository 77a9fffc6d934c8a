"""Runs dbt on a workspace in the same kind of sandbox as agents' commands."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from headwater import harnesses
from headwater.errors import BuildError
from headwater.sandbox import HOME, WORKSPACE, Emit, User, View, change_owner, open_sandbox, run_in_cell

_PARSE_SEC = 600.0
_BUILD_SEC = 3600.0
_KEPT_FILE = "partial_parse.msgpack"
_QUIET = ("--quiet", "--no-use-colors")
_BUILD = ("build", "--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
"""Builds without tests, which run afterwards. Otherwise, dbt would skip everything downstream of a failed test."""


def write_parse(workspace: Path, home: Path, notify: Callable[[str], None], cancel: threading.Event) -> None:
    """Let dbt parse the project at the path used in trials, so that the agent's first `dbt` command starts faster.

    Raises:
        BuildError: dbt did not parse the project. The message contains the reason.
    """
    notify("parsing the project with dbt")
    _run(workspace, home, [["parse", *_QUIET, "--no-write-json"]], notify, cancel, _PARSE_SEC)
    for path in (workspace / "target").iterdir():
        if path.name != _KEPT_FILE:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(workspace / "logs", ignore_errors=True)


def build_and_test(
    workspace: Path, home: Path, notify: Callable[[str], None], cancel: threading.Event
) -> dict[str, str]:
    """Build a whole project with dbt and run all of its tests. Return the status of each node, keyed by unique id.

    Args:
        workspace: The project with ``raw.duckdb``. The build modifies the workspace.
        home: The home folder that contains the harnesses.
        notify: Called with a message at each step.
        cancel: Interrupts the build when set.

    Raises:
        BuildError: A node does not build. The message names it.
    """
    for path in (workspace, *workspace.rglob("*")):
        change_owner(path, User.AGENT)
    notify("building and testing the project with dbt")
    _run(workspace, home, [[*_BUILD, *_QUIET], ["test", *_QUIET]], notify, cancel, _BUILD_SEC)
    results = json.loads((workspace / "target" / "run_results.json").read_text())["results"]
    return {str(result["unique_id"]): str(result["status"]) for result in results}


def _run(
    workspace: Path,
    home: Path,
    commands: Sequence[Sequence[str]],
    notify: Callable[[str], None],
    cancel: threading.Event,
    seconds: float,
) -> None:
    harness = harnesses.prepare("base", home, notify)
    mounts, env = dict(harness.mounts), dict(harness.env)
    run_in_cell(_in_cell, mounts, env, workspace, commands, seconds, cancel=cancel, timeout_sec=seconds + 60)


def _in_cell(
    emit: Emit,  # noqa: ARG001 - what a cell is given
    mounts: Mapping[str, Path],
    env: Mapping[str, str],
    workspace: Path,
    commands: Sequence[Sequence[str]],
    seconds: float,
) -> None:
    sandbox = open_sandbox([workspace, *mounts.values()])
    log = workspace.parent / f"{workspace.name}.dbt.log"
    for arguments in commands:
        process = sandbox.spawn(
            ["dbt", *arguments],
            user=User.AGENT,
            view=View(read_only=mounts, writable={WORKSPACE: workspace}, workdir=WORKSPACE),
            env={"HOME": HOME, "LANG": "C.UTF-8", "USER": "agent", **env},
            network=sandbox.network(),
            log=log,
        )
        ended = process.wait(seconds)
        # Exit code 1 means that a test failed.
        if not ended or process.exit_code not in ((0, 1) if arguments[0] == "test" else (0,)):
            output = log.read_text(errors="replace") + log.with_suffix(".err").read_text(errors="replace")
            raise BuildError(f"ended with {process.exit_code}: {output[-800:]}", where=f"dbt {arguments[0]}")
    sandbox.close()
    for path in (log, log.with_suffix(".err")):
        path.unlink(missing_ok=True)
