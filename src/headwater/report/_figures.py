"""Computes each figure on a site once, or explains in a sentence why the figure is missing."""

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
"""Factors whose levels are compared with each other, if there are at least two."""


@dataclass(frozen=True)
class Figure(Generic[T]):
    """A figure, or the reason why it is missing."""

    value: T | None
    refusal: str = ""


class Figures:
    """The figures on the pages. All are computed by ``headwater.analysis``."""

    def __init__(self, data: SiteData) -> None:
        self._results = data.ranked
        self._rankings: dict[str, Figure[Ranking]] = {}

    @cached_property
    def summary(self) -> Figure[Summary]:
        """The scores and gates of each agent."""
        return _ask(lambda: summarize(self._results, ("agent",)))

    @cached_property
    def cells(self) -> Figure[Summary]:
        """The results of each agent on each task."""
        return _ask(lambda: summarize(self._results, ("task", "agent")))

    @cached_property
    def efficiency(self) -> Figure[EfficiencySummary]:
        """The resources that each agent used."""
        return _ask(lambda: efficiency(self._results, ("agent",)))

    @cached_property
    def items(self) -> Figure[Items]:
        """The tasks, sorted by difficulty."""
        return _ask(lambda: items(self._results))

    def ranking(self, factor: str) -> Figure[Ranking]:
        """Return the ranking of a factor's levels, with comparisons of every pair."""
        if factor not in self._rankings:
            self._rankings[factor] = _ask(lambda: rank(self._results, (factor,)))
        return self._rankings[factor]

    def lift(self, factor: str) -> Figure[tuple[Contrast, ...]]:
        """Return the effect of a factor's levels. The factor is, for example, the harness or the prompt variant."""
        return _ask(lambda: lift(self._results, factor))

    def levels(self, factor: str) -> list[str]:
        """Return the values of a factor in trials that are not excluded."""
        return sorted(value for value in self._results.evidence[factor].unique().to_pylist() if value is not None)

    def compare(self, factor: str, first: str, second: str) -> Figure[Comparison]:
        """Return a comparison between two levels of a factor, on the tasks that both ran."""
        return _ask(lambda: compare(self._only(factor, first), self._only(factor, second)))

    def _only(self, factor: str, level: str) -> TrialTable:
        table = self._results.table
        return TrialTable(table.filter(pc.equal(table[factor], level)))


def _ask(compute: Callable[[], T]) -> Figure[T]:
    try:
        return Figure(compute())
    except UserError as error:
        return Figure(None, str(error))


def sentences(*groups: Iterable[Note]) -> list[str]:
    """Return the texts of notes without duplicates. Names of trials are omitted, because the first page lists them."""
    return list(dict.fromkeys(note.brief or note.text for notes in groups for note in notes))
