"""What grading knows of a question."""

from __future__ import annotations

from pydantic import Field

from headwater.records._base import Record

RESULT = "result.txt"
"""Where an agent writes its answer."""
PROGRAM = "answer.py"
"""The program that an agent leaves, which prints it."""
ENTRYPOINT = f"python {PROGRAM}"


PROGRAM_SEC = 60.0
"""After this time the program is ended. A reference program takes a few seconds."""
MOST_TIMES = 3
"""How many times the bytes of data that the reference program opens a program may open."""
LEAST_BYTES = 1 << 20
"""As much data a program may open in any case."""


class ChangedData(Record):
    """The target files with other content, for which the reference program gives another answer.

    Attributes:
        what: How they differ.
        folder: Below the cache; has the changed files and no others.
        answer: What the reference program prints there.
    """

    what: str
    folder: str
    answer: str


class GradedQuestion(Record):
    """A question with everything that decides whether an answer to it is right.

    Attributes:
        targets: Empty if they are not known: nothing is said then of the files that a program reads.
        changed: Empty if there is no reference program that a program can be compared with.
    """

    answer: str
    guidelines: str
    targets: tuple[str, ...] = Field(description="Below /data.")
    changed: tuple[ChangedData, ...] = ()
