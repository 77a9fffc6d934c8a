"""Compare what the agent left with the starting state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _data import Rows, Snapshot, snapshot_of
from _people import People
from _runs import compared

from headwater.grading import Graded, Result, expect


@dataclass(frozen=True)
class Left:
    """The starting state, and what the agent left.

    Attributes:
        people: Who was due at the start.
        before: The tables of the start.
        found: The tables as the agent left them.
        files: The files as the agent left them.
        faults: What is wrong, by the name of a table or a file.
    """

    people: People
    before: dict[str, Rows]
    found: dict[str, Rows]
    files: dict[str, bytes]
    faults: dict[str, str]

    @property
    def snapshot(self) -> Snapshot:
        """The tables and files as the agent left them."""
        return Snapshot(self.found, self.files)


@cache
def left(graded: Graded) -> Left:
    """Compare all tables and files with those of the model."""
    people, before, after = People(graded.starting), snapshot_of(graded.starting), snapshot_of(graded)
    return Left(people, before.tables, after.tables, after.files, compared(after, before, people))


def exact(graded: Graded, *names: str) -> Result:
    """Expect that some tables or folders are exactly those of the model."""
    faults = {name: text for name, text in left(graded).faults.items() if name.split("/")[0] in names}
    message = "; ".join(f"{name}: {text}" for name, text in faults.items())[:600]
    return expect(not faults, message or f"{', '.join(names)} are right")
