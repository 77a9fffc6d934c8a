"""Implements the child process of ``_ask``. It reads one JSON request per line, and answers each with one line."""

from __future__ import annotations

import json
import os
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from headwater.context.engines import QueryLimitReached, ReadLimits, open_reader
from headwater.errors import UserError

_MEMORY = 6 << 30
"""The limit on the address space in bytes. An engine limited to 2 GB of memory maps more addresses than it uses."""


def main() -> None:
    """Answer requests until standard input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # an engine may print text, which must not mix with the answers
    for line in sys.stdin:
        answers.write(json.dumps(_reply(json.loads(line))) + "\n")
        answers.flush()


def _reply(request: dict[str, Any]) -> dict[str, Any]:
    try:
        reader = open_reader(request["name"], request["location"], Path(request["root"]))
        try:
            return asdict(reader.query(request["sql"], ReadLimits(**request["limits"])))
        finally:
            reader.close()
    except MemoryError:
        return _error_reply(QueryLimitReached("needs more memory than the limit allows", fix="ask for less"))
    except UserError as error:
        return _error_reply(error)


def _error_reply(error: UserError) -> dict[str, Any]:
    return {"error": type(error).__name__, "what": error.what, "where": error.where, "fix": error.fix}


if __name__ == "__main__":
    main()
