"""Models the input and the output of the judge."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _JudgeModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_REPORTED = ("dim_", "fct_", "agg_", "brg_", "rpt_", "sem_")


def is_reported(uid: str) -> bool:
    """Return whether a relation is a mart, report or semantic view."""
    return uid.rpartition(".")[2].startswith(_REPORTED)


class BrokenTask(_JudgeModel):
    """The facts about a task that its checks use.

    Attributes:
        target: Unique id of the test that the agent must make pass, which the prompt may or may not name.
        failing: All tests that fail because of the break.
        causes: Relations that are wrong although all their inputs are right.
        witness: A mart, report or semantic view that the break makes wrong, the nearest to the target.
        inject: SQL that changed the raw tables.
        solved: Files of the solution that differ from the clean project.
        other: The name of the base with data of another seed.
        learned: The name of the file with results of the break's own proof.
    """

    target: str
    failing: tuple[str, ...]
    causes: tuple[str, ...]
    witness: str = ""
    inject: tuple[str, ...] = ()
    solved: dict[str, str] = {}
    other: str = ""
    learned: str = ""


class JudgeInput(_JudgeModel):
    """The input of a worker: the task, and the files that differ from the clean project."""

    task: BrokenTask
    texts: dict[str, str] = {}
    removed: tuple[str, ...] = ()


class Columns(_JudgeModel):
    """Names of columns that the relation has and the solution's lacks, and the other way round."""

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class Site(_JudgeModel):
    """The findings on the data of one seed.

    Attributes:
        missing: Relations that were not built, or are not in the solution's place, with the reason.
        stored_otherwise: Relations with another materialization than the solution's, with that materialization.
        differs: Relations whose content differs from the solution's.
        mended: Those of ``differs`` that are equal in the solution's columns, and causes that have all of its rows and
            more rows, which the solution's own downstream models filter out.
        columns: Relations that have other columns than the solution's.
        failing: Tests that do not pass, with their findings.
        is_tested: Whether all tests ran; they do not if a test that the break fails still fails.
    """

    missing: dict[str, str] = {}
    stored_otherwise: dict[str, str] = {}
    differs: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    columns: dict[str, Columns] = {}
    failing: dict[str, str] = {}
    is_tested: bool = True


class Slow(_JudgeModel):
    """A model that takes longer than its clean version."""

    relation: str
    seconds: float
    clean_seconds: float


class Judgement(_JudgeModel):
    """The findings on one base, which decide all gates.

    Attributes:
        unread: Relations that the solution lacks and that nothing reads.
    """

    errors: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    site: Site = Site()
    slow: tuple[Slow, ...] = ()
    unread: tuple[str, ...] = ()
