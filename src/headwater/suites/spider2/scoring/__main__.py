"""The process that scores one instance: reads what to score as JSON from its input, prints the score as JSON."""

from __future__ import annotations

import sys

from pydantic import TypeAdapter

from headwater.suites.spider2.scoring._instance import InstanceFiles, score_instance
from headwater.suites.spider2.scoring._records import GoldEntry, InstanceScore

Work = tuple[GoldEntry, InstanceFiles]


def main() -> None:
    """Score, and print the result and nothing else."""
    entry, files = TypeAdapter(Work).validate_json(sys.stdin.buffer.read())
    score = score_instance(entry, files)
    sys.stdout.write(TypeAdapter(InstanceScore).dump_json(score).decode())


if __name__ == "__main__":
    main()
