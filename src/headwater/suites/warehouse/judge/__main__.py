"""The program that runs in the sandbox: reads the work, writes the judgement."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._records import Work
from headwater.suites.warehouse.judge._work import judge_work

_MEMORY = 6 << 30


def main(work: str, base: str, given: str | None = None) -> None:
    """Judge one piece of work on a base, and with the warehouse that the agent was given, if it is of that base."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    asked = Work.model_validate_json(Path(work).read_text())
    found = judge_work(asked, Base(Path(base)), Path(given) if given else None)
    # what a template says of itself may hold half a character, which no JSON of pydantic's does
    sys.stdout.buffer.write(json.dumps(found.model_dump(), ensure_ascii=False).encode(errors="replace"))


if __name__ == "__main__":
    main(*sys.argv[1:])
