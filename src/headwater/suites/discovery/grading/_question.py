"""Defines the facts about a question that grading needs."""

from __future__ import annotations

from pydantic import Field

from headwater.records._base import Record

RESULT = "result.txt"
"""The file in which an agent writes its answer."""
PROGRAM = "answer.py"
"""The file name of the agent's program, which prints the answer."""
ENTRYPOINT = f"python {PROGRAM}"


PROGRAM_SEC = 60.0
"""The time limit of the program in seconds. A reference program takes a few seconds."""
MOST_TIMES = 3
"""The maximum ratio of the bytes that a program opens to the bytes that the reference program opens."""
LEAST_BYTES = 1 << 20
"""The number of bytes of data that a program may always open."""


class ChangedData(Record):
    """Changed target files for which the reference program prints a different answer.

    Attributes:
        what: A description of the change.
        folder: A folder below the cache that contains only the changed files.
        answer: The reference program's output for them.
    """

    what: str
    folder: str
    answer: str


class GradedQuestion(Record):
    """A question with everything that determines whether an answer to it is right.

    Attributes:
        targets: The target files. If they are unknown, this is empty and a program's reads are not graded.
        changed: The changed data. None if there is no reference program to compare with.
    """

    answer: str
    guidelines: str
    targets: tuple[str, ...] = Field(description="Below /data.")
    changed: ChangedData | None = None
