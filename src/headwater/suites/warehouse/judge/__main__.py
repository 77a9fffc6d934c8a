"""Implements the program that runs in the sandbox: it reads the work and writes the judgement."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._records import JudgeInput
from headwater.suites.warehouse.judge._work import judge_work

_MEMORY = 6 << 30


def main(work: str, base: str, given_file: str | None = None, left_file: str | None = None) -> None:
    """Judge the work on a base, reusing the agent's original warehouse if it belongs to this base.

    The last argument is the warehouse that the agent left.
    """
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    request = JudgeInput.model_validate_json(Path(work).read_text())
    given, left = (Path(file) if file else None for file in (given_file, left_file))
    found = judge_work(request, Base(Path(base)), given, left)
    # a template's error message may contain a lone surrogate, which pydantic cannot write as JSON
    sys.stdout.buffer.write(json.dumps(found.model_dump(), ensure_ascii=False).encode(errors="replace"))


if __name__ == "__main__":
    main(*sys.argv[1:])
