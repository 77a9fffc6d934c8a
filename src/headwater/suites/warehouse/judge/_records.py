"""Defines the input and the output of the judge."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _JudgeModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_SHOWN = ("metric.", "chart.", "dashboard.")
_REPORTED = ("dim_", "fct_", "agg_", "brg_", "rpt_", "sem_")


def is_reported(uid: str) -> bool:
    """Return whether people read a relation: a mart, report or semantic view, or a part of the BI layer."""
    if uid.startswith(_SHOWN):
        return True
    return uid.rpartition(".")[2].startswith(_REPORTED)


class BrokenTask(_JudgeModel):
    """The facts about a task that its checks use.

    Attributes:
        target: The unique id of the test that the agent must make pass. The prompt may or may not name it.
        failing: All tests that fail because of the break.
        causes: The relations that are wrong although all of their inputs are right.
        witness: The mart, report or semantic view nearest to the target among those that the break makes wrong.
        inject: The SQL that changed the raw tables.
        solved: The solution's files that differ from the clean project.
        other: The name of the base with another seed's data.
        learned: The name of the file with the results that were computed when the break was proven.
        stored: The incremental models and snapshots that kept rows of wrong code. If there are any, the next run of the
            agent's project on the agent's stored tables is judged.
    """

    target: str
    failing: tuple[str, ...]
    causes: tuple[str, ...]
    witness: str = ""
    inject: tuple[str, ...] = ()
    solved: dict[str, str] = {}
    other: str = ""
    learned: str = ""
    stored: tuple[str, ...] = ()


class JudgeInput(_JudgeModel):
    """The input of a worker: the task, and the files that differ from the clean project."""

    task: BrokenTask
    texts: dict[str, str] = {}
    removed: tuple[str, ...] = ()


class Columns(_JudgeModel):
    """The columns that exist only in the agent's relation, and those that exist only in the solution's relation."""

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class Site(_JudgeModel):
    """The findings on one seed's data.

    Attributes:
        missing: The relations that were not built, or are not in the same schema as in the solution, with the reasons.
        stored_otherwise: The relations whose materialization differs from the solution's, mapped to their actual
            materialization.
        differs: The relations whose content differs from the solution's.
        mended: The relations in ``differs`` that are nevertheless right: relations that are equal in the solution's
            columns, and causes that contain all of the solution's rows and further rows that the solution's own
            downstream models filter out.
        columns: The relations whose columns differ from the solution's.
        failing: The tests that do not pass, with their findings.
        is_tested: Whether all tests ran. They do not run if a test that the break makes fail still fails.
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
    """The findings on one base. They determine the results of all gates.

    Attributes:
        unread: The relations that are not in the solution and that nothing reads.
        outdated: The relations for people that are wrong after a later run with new rows, although a first run builds
            them right. They are found only on another seed's data, for tasks with stored tables.
    """

    errors: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    site: Site = Site()
    slow: tuple[Slow, ...] = ()
    unread: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()
