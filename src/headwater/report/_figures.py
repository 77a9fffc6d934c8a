"""The figures of a site, each computed once, or the sentence that says why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import pyarrow.compute as pc

from headwater.analysis import (
    Comparison,
    Contrast,
    EfficiencySummary,
    Items,
    Note,
    Ranking,
    Summary,
    TrialTable,
    compare,
    efficiency,
    items,
    lift,
    rank,
    summarize,
)
from headwater.errors import UserError
from headwater.report._data import SiteData

T = TypeVar("T")
COMPARED = ("agent", "model", "harness", "prompt", "job")
"""Factors whose levels are compared with each other, where there are two or more."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A figure, or why there is none."""

    value: T | None
    refusal: str = ""


class Figures:
    """What the pages say in numbers; all of it is computed by ``headwater.analysis``."""

    def __init__(self, data: SiteData) -> None:
        self._results = data.ranked
        self._rankings: dict[str, Answer[Ranking]] = {}

    @cached_property
    def summary(self) -> Answer[Summary]:
        """Each agent's scores and gates."""
        return _ask(lambda: summarize(self._results, ("agent",)))

    @cached_property
    def cells(self) -> Answer[Summary]:
        """Each agent on each task."""
        return _ask(lambda: summarize(self._results, ("task", "agent")))

    @cached_property
    def efficiency(self) -> Answer[EfficiencySummary]:
        """What each agent used."""
        return _ask(lambda: efficiency(self._results, ("agent",)))

    @cached_property
    def items(self) -> Answer[Items]:
        """The tasks by difficulty."""
        return _ask(lambda: items(self._results))

    def ranking(self, factor: str) -> Answer[Ranking]:
        """The levels of a factor, every pair of them compared."""
        if factor not in self._rankings:
            self._rankings[factor] = _ask(lambda: rank(self._results, (factor,)))
        return self._rankings[factor]

    def lift(self, factor: str) -> Answer[tuple[Contrast, ...]]:
        """What another harness or prompt variant changes."""
        return _ask(lambda: lift(self._results, factor))

    def levels(self, factor: str) -> list[str]:
        """The values of a factor that trials with evidence have."""
        return sorted(value for value in self._results.evidence[factor].unique().to_pylist() if value is not None)

    def compare(self, factor: str, first: str, second: str) -> Answer[Comparison]:
        """Two levels of a factor on the tasks that both ran."""
        return _ask(lambda: compare(self._only(factor, first), self._only(factor, second)))

    def _only(self, factor: str, level: str) -> TrialTable:
        table = self._results.table
        return TrialTable(table.filter(pc.equal(table[factor], level)))


def _ask(compute: Callable[[], T]) -> Answer[T]:
    try:
        return Answer(compute())
    except UserError as error:
        return Answer(None, str(error))


def sentences(*groups: Iterable[Note]) -> list[str]:
    """Return what notes say, each once and without names of trials, which the first page has."""
    return list(dict.fromkeys(note.brief or note.text for notes in groups for note in notes))
