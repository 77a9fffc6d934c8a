"""Scores one instance in its own process. The JSON request comes from a file or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import TypeAdapter

from headwater.suites.spider2.scoring._instance import InstanceFiles, score_instance
from headwater.suites.spider2.scoring._records import GoldEntry, InstanceScore

Work = tuple[GoldEntry, InstanceFiles]


def main(work: str | None = None) -> None:
    """Score an instance, and print only the result."""
    entry, files = TypeAdapter(Work).validate_json(Path(work).read_bytes() if work else sys.stdin.buffer.read())
    score = score_instance(entry, files)
    sys.stdout.write(TypeAdapter(InstanceScore).dump_json(score).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
