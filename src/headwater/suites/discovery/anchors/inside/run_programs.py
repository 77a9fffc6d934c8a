"""Runs programs and writes their output. Each runs in its own process, which shares only imported libraries."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

_LIBRARIES = ("numpy", "pandas", "pyarrow", "duckdb", "openpyxl", "scipy")
_LONGEST = 10_000
_POLL_SEC = 0.01


def main(request: dict[str, Any]) -> None:
    """Run the programs one after the other."""
    for name in _LIBRARIES:
        if any(name in program for program in request["programs"]):
            importlib.import_module(name)
    for place, program in enumerate(request["programs"]):
        printed, error = Path(f"/tmp/{place}.out"), Path(f"/tmp/{place}.err")  # noqa: S108 - a sandbox's own
        is_done = _run(program, printed, error, request["program_sec"])
        last = error.read_text(errors="replace").strip().rpartition("\n")[2] if error.exists() else ""
        text = printed.read_bytes()[:_LONGEST].decode(errors="replace")
        cause = last if is_done is not None else f"takes more than {request['program_sec']} s"
        print(json.dumps({"program": place, "ok": is_done is True, "printed": text, "error": cause[:300]}), flush=True)


def _run(program: str, printed: Path, error: Path, seconds: float) -> bool | None:
    """Return whether a program succeeds, or None if it exceeds its time limit."""
    child = os.fork()
    if child == 0:
        os.setsid()
        for path, descriptor in ((printed, 1), (error, 2)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), descriptor)
        _exec(program)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(_POLL_SEC)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _exec(program: str) -> None:
    status = 1
    try:
        exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})  # noqa: S102
        status = 0
    except BaseException as error:  # noqa: BLE001 - of a program of somebody else
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
