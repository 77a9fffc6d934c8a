"""Defines notes: sentences that a reader must see along with a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pyarrow as pa

from headwater.analysis._load import TrialTable
from headwater.analysis._query import CONDITION, columns, select
from headwater.plurals import counted

_NAMES_SHOWN = 3


class About(StrEnum):
    """The subject of a note."""

    EXCLUDED = "excluded"
    EXCLUSION = "exclusion"
    SELECTED = "selected"
    FLAWED = "flawed"
    UNREAD = "unread"
    EMPTY = "empty"
    SAME = "same"
    CONFOUNDED = "confounded"
    UNEQUAL_TASKS = "unequal-tasks"
    FEW_REPEATS = "few-repeats"
    FEW_TASKS = "few-tasks"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    FAMILY = "family"
    UNSETTLED = "unsettled"
    UNPASSED = "unpassed"
    LEFT_OUT = "left-out"
    LEVELS = "levels"
    PREPARATIONS = "preparations"
    EXTREMES = "extremes"


@dataclass(frozen=True)
class Note:
    """A sentence that readers of a number must see.

    Attributes:
        brief: The sentence without the names of trials, if it contains any.
    """

    about: About
    text: str
    brief: str | None = None

    def __str__(self) -> str:
        """Return the text of the note."""
        return self.text


def few_names(names: Sequence[str]) -> str:
    """Return the first few names as text, with the number of the remaining ones."""
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def label(values: Sequence[object]) -> str:
    """Return the name of a group as one text."""
    return " + ".join("unknown" if value is None else str(value) for value in values) or "all"


def notes_on(results: TrialTable, by: Sequence[str]) -> list[Note]:
    """Return notes about missing, unequal, confounded or single trials, which are not visible in the numbers."""
    notes = [Note(About.UNREAD, str(problem)) for problem in results.problems]
    notes += _on_selected(results)
    notes += _on_excluded(results)
    notes += _on_flawed(results)
    if results.evidence.num_rows == 0:
        return [*notes, Note(About.EMPTY, _on_nothing(results))]
    notes += [note for factor in by if factor in CONDITION for note in confounding(results, factor)]
    return [*notes, *_on_tasks(results.design, by), *_on_repeats(results.design, by), *_on_versions(results.design)]


def _on_nothing(results: TrialTable) -> str:
    if results.table.num_rows == 0:
        return "There are no trials."
    return (
        f"None of the {counted(results.table.num_rows, 'trial')} is evidence, so nothing can be said about any agent."
    )


def _on_selected(results: TrialTable) -> list[Note]:
    first = next((Path(each).name for each in results.table["failed_of"].unique().to_pylist() if each), None)
    if first is None:
        return []
    text = f"These trials were selected by their outcome, because they were not solved in {first}: "
    return [Note(About.SELECTED, f"{text}their figures say nothing about other trials, including those of {first}.")]


def _on_excluded(results: TrialTable) -> list[Note]:
    rows = select(results.excluded, "select status, count(*) as n from trials group by status order by status")
    if not rows:
        return []
    kinds = ", ".join(f"{row['n']} {row['status']}" for row in rows)
    trials = few_names([str(name) for name in results.excluded["trial"].to_pylist()])
    total = counted(results.excluded.num_rows, "trial")
    are = "is" if results.excluded.num_rows == 1 else "are"
    text = f"{total} ({kinds}) {are} excluded from scores"
    return [Note(About.EXCLUDED, f"{text}: {trials}.", f"{text}.")]


def _on_flawed(results: TrialTable) -> list[Note]:
    [row] = select(
        results.evidence,
        "select count(*) filter (where solved) as solved, count(*) filter (where solved and not flawless) as flawed "
        "from trials where flawless is not null",
    )
    if not row["flawed"]:
        return []
    failed = f"{row['flawed']} of {counted(row['solved'], 'solved trial')} failed single checks, which a gate allows"
    return [Note(About.FLAWED, f"{failed}; `--measure flawless` counts only trials that failed none.")]


def confounding(results: TrialTable, factor: str) -> list[Note]:
    """Return notes on the factors that are confounded with a factor.

    Two factors are confounded if no level of one occurs together with two levels of the other.
    """
    if len(results.design[factor].unique()) < 2:
        return []
    # An agent's name contains its model, so these two always change together.
    others = [other for other in ("task", *CONDITION) if other != factor and {factor, other} != {"agent", "model"}]
    return [note for other in others for note in _confounded(results.design, factor, other)]


def _confounded(design: pa.Table, factor: str, other: str) -> list[Note]:
    row = select(
        design,
        # count(distinct) ignores nulls, but an unknown value is also a level.
        f'with levels as (select "{other}", count(distinct coalesce("{factor}", \'\')) as n from trials '
        f'group by "{other}") select count(*) as levels, count(*) filter (where n > 1) as crossed from levels',
    )[0]
    if row["crossed"] or row["levels"] < 2:
        return []
    text = f"{factor} is confounded with {other}: no {other} was run with two of them, so no effect can be estimated."
    return [Note(About.CONFOUNDED, text)]


def _on_tasks(design: pa.Table, by: Sequence[str]) -> list[Note]:
    if not by or "task" in by:
        return []
    rows = select(design, f"select {columns(by)}, list(distinct task) as tasks from trials group by {columns(by)}")
    single = [label([row[name] for name in by]) for row in rows if len(row["tasks"]) == 1]
    notes = [Note(About.FEW_TASKS, f"Only one task: {few_names(single)}. No interval can be given.")] if single else []
    sets = [frozenset(row["tasks"]) for row in rows]
    if len(set(sets)) > 1 and not {"tier", "category", "suite"} & set(by):
        shared = len(frozenset.intersection(*sets))
        sizes = f"{min(map(len, sets))} to {max(map(len, sets))}"
        text = f"The groups were not run on the same tasks ({sizes} tasks, {shared} of them in all groups): "
        notes.append(Note(About.UNEQUAL_TASKS, text + "their figures are not comparable."))
    return notes


def _on_repeats(design: pa.Table, by: Sequence[str]) -> list[Note]:
    cell = columns(tuple(dict.fromkeys((*by, *CONDITION, "task"))))
    row = select(
        design,
        f"with cells as (select {cell}, sum(trials) as n from trials group by {cell}) "
        "select count(*) as cells, count(*) filter (where n < 2) as single from cells",
    )[0]
    if not row["single"]:
        return []
    of = "Every" if row["single"] == row["cells"] else f"{row['single']} of {row['cells']}"
    text = f"{of} combination of task and agent ran once: the variation between repeats is not known."
    return [Note(About.FEW_REPEATS, text.replace("combination ", "combinations ") if of != "Every" else text)]


def _on_versions(design: pa.Table) -> list[Note]:
    unknown = "task_digest is null or checks_digest is null"
    row = select(design, f"select sum(trials) as n, sum(trials) filter (where {unknown}) as unknown from trials")[0]
    if not row["unknown"]:
        return []
    of = "all trials" if row["unknown"] == row["n"] else f"{row['unknown']} of {row['n']} trials"
    text = f"The versions of task and checks are not known for {of}, and are assumed to be the same."
    return [Note(About.UNKNOWN, text)]
