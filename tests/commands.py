"""Runs `headwater` commands in processes forked from one that has loaded it.

A command then takes only the time of its own work, without the second that a new Python needs to load Headwater.
Things that a process inherits at its start, such as signals, Python's own variables or a terminal, are tested with
`run_program`, or with `PROGRAM` itself.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

PROGRAM = Path(sys.executable).with_name("headwater")
_TIMEOUT_SEC = 400
_STREAMS = ("stdin", "stdout", "stderr")
_PRELOADED = ("headwater.cli._tables", "headwater.analysis", "headwater.context.lineage", "headwater.jobs", "duckdb")


def run_command(
    args: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None, stdin: str = ""
) -> CompletedProcess[str]:
    """Run ``headwater ARGS``, wait for the end, and return the exit code and output."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, name) for name in _STREAMS}
        for file in files.values():
            file.write_text(stdin if file.name == "stdin" else "")
        request = {
            "args": list(map(str, args)),
            "cwd": str(cwd),
            "env": dict(os.environ if env is None else env),
            "timeout": _TIMEOUT_SEC,
            **{name: str(file) for name, file in files.items()},
        }
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        exit_code = int(server.stdout.readline())
        return CompletedProcess(
            list(map(str, [PROGRAM, *args])), exit_code, files["stdout"].read_text(), files["stderr"].read_text()
        )


def run_program(args: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> CompletedProcess[str]:
    """Run the program in a new Python process, which reads Python's variables and loads only what it needs."""
    command = [str(PROGRAM), *map(str, args)]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=_TIMEOUT_SEC)


@cache
def _server() -> subprocess.Popen[str]:
    """Start the process from which commands are forked; it ends with the current process."""
    command = [sys.executable, __file__, *_PRELOADED]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _serve(preloaded: Sequence[str]) -> None:
    """Fork a process for each request, which is a line of JSON, and print its exit code."""
    for name in preloaded:
        importlib.import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _become_command(json.loads(line))
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become_command(request: Mapping[str, Any]) -> None:
    """Run a command in this process, with its own working directory, environment and output files."""
    from headwater.cli import main  # the server has already loaded this module

    signal.alarm(request["timeout"])
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    for descriptor, name in enumerate(_STREAMS):
        file = os.open(request[name], os.O_RDWR)
        os.dup2(file, descriptor)
        os.close(file)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - it is this process's standard input
    sys.argv = ["headwater", *request["args"]]
    main()


if __name__ == "__main__":
    _serve(sys.argv[1:])
