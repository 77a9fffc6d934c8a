"""Run programs in a proof's Python process: read them from standard input, and print the output of each."""

from __future__ import annotations

import contextlib
import io
import json
import sys


def main() -> None:
    """Read a JSON array of programs, and write a JSON array of [output, error] pairs."""
    print(json.dumps([_run(program) for program in json.load(sys.stdin)]))


def _run(program: str) -> tuple[str, str]:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "program.py", "exec"), {"__name__": "__main__"})  # noqa: S102 - programs of tasks
    except (Exception, SystemExit) as error:  # noqa: BLE001 - that a program fails is a result
        return printed.getvalue(), f"{type(error).__name__}: {error}"
    return printed.getvalue(), ""


if __name__ == "__main__":
    main()
