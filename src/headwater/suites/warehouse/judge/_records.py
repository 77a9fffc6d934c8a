"""What grading is asked and what it answers."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_REPORTED = ("dim_", "fct_", "agg_", "brg_", "rpt_", "sem_")


def is_reported(uid: str) -> bool:
    """Whether a relation is a mart, report or semantic view."""
    return uid.rpartition(".")[2].startswith(_REPORTED)


class BrokenTask(_Record):
    """What a task's checks know of it.

    Attributes:
        target: Unique id of the test that the agent is to mend, told or hidden.
        failing: All tests that the break fails.
        causes: Relations that are wrong though all that they read is right.
        witness: A mart, report or semantic view that the break makes wrong, the nearest to the target.
        inject: SQL that changed the raw tables.
        solved: Files of the solution that are not the clean project's.
        other: Name of the base with data of another seed.
        learned: Name of the file with results of the break's own proof.
    """

    target: str
    failing: tuple[str, ...]
    causes: tuple[str, ...]
    witness: str = ""
    inject: tuple[str, ...] = ()
    solved: dict[str, str] = {}
    other: str = ""
    learned: str = ""


class Work(_Record):
    """What a worker is given: the task, and the files that differ from the clean project's."""

    task: BrokenTask
    texts: dict[str, str] = {}
    removed: tuple[str, ...] = ()


class Columns(_Record):
    """Names of columns that a relation has and the solution's has not, and the other way round."""

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class Site(_Record):
    """What was found on the data of one seed.

    Attributes:
        missing: Relations that were not built, or are not where the solution has them, with why.
        stored_otherwise: Relations that are a view where the solution has a table, and the like, with what.
        differs: Relations that do not hold what the solution's hold.
        mended: Of these, those that do in the columns that the solution's have, and causes that have all of its rows
            and more, which the solution's own text of what reads them does not let through.
        columns: Relations that have other columns than the solution's.
        failing: Tests that do not pass, with what they found.
        is_tested: Whether all tests were run: they are not where one that the break fails still fails.
    """

    missing: dict[str, str] = {}
    stored_otherwise: dict[str, str] = {}
    differs: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    columns: dict[str, Columns] = {}
    failing: dict[str, str] = {}
    is_tested: bool = True


class Slow(_Record):
    """A model that takes longer than its clean self."""

    relation: str
    seconds: float
    clean_seconds: float


class Judgement(_Record):
    """What was found on one base: all that gates are decided on.

    Attributes:
        unread: Relations that the solution does not have and that nothing reads.
    """

    errors: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    site: Site = Site()
    slow: tuple[Slow, ...] = ()
    unread: tuple[str, ...] = ()
