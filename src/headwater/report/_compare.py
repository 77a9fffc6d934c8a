"""Makes pages that compare pairs of agents, models, harnesses, prompt variants or jobs on the tasks that both ran."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headwater.analysis import CellPair, Comparison, Contrast, Significance
from headwater.report import _places
from headwater.report._figures import COMPARED, Figures, sentences

_MOST_PAIRS = 300


@dataclass(frozen=True)
class ComparedLevels:
    """Two levels of a factor, and the page that compares them."""

    factor: str
    first: str
    second: str
    place: str


@dataclass(frozen=True)
class FactorSection:
    """All pairs of one factor.

    Attributes:
        links: The page for each pair, keyed by the names of the two levels.
    """

    factor: str
    contrasts: tuple[Contrast, ...]
    links: dict[tuple[str, str], str]
    notes: tuple[str, ...]
    left_out: int
    refusal: str


@dataclass(frozen=True)
class PairRow:
    """A row in a comparison: a task or, if several combinations are paired, a task with one combination."""

    pair: CellPair
    place: str
    within: str
    flip: str


def make(figures: Figures) -> dict[str, object]:
    """Return the template's data for the overview of comparisons."""
    sections = [_section(figures, factor) for factor in COMPARED if len(figures.levels(factor)) > 1]
    return {"sections": sections}


def pairs(figures: Figures) -> Iterator[ComparedLevels]:
    """Yield the pairs that have a page."""
    for factor in COMPARED:
        if len(figures.levels(factor)) > 1:
            yield from _compared(figures, factor)


def _compared(figures: Figures, factor: str) -> Iterator[ComparedLevels]:
    ranking = figures.ranking(factor).value
    contrasts_shown = ranking.contrasts[:_MOST_PAIRS] if ranking else ()
    for each in contrasts_shown:
        if each.difference is not None:
            yield ComparedLevels(factor, each.first, each.second, _places.compare_page(factor, each.first, each.second))


def _section(figures: Figures, factor: str) -> FactorSection:
    answer = figures.ranking(factor)
    if answer.value is None:
        return FactorSection(factor, (), {}, (), 0, answer.refusal)
    links = {(each.first, each.second): each.place for each in _compared(figures, factor)}
    contrasts = answer.value.contrasts
    return FactorSection(
        factor,
        contrasts[:_MOST_PAIRS],
        links,
        tuple(sentences(answer.value.notes)),
        max(0, len(contrasts) - _MOST_PAIRS),
        "",
    )


def make_pair(figures: Figures, compared: ComparedLevels) -> dict[str, object]:
    """Return the template's data for one comparison."""
    answer = figures.compare(compared.factor, compared.first, compared.second)
    found = answer.value
    contrast = _contrast(figures, compared)
    return {
        "factor": compared.factor,
        "first": compared.first,
        "second": compared.second,
        "refusal": answer.refusal,
        "found": found,
        "p_holm": contrast.p_holm if contrast else None,
        "family": len(contrasts.contrasts) if (contrasts := figures.ranking(compared.factor).value) else 0,
        "tests": list(_tests(found)) if found else (),
        "cautions": sentences(found.notes) if found else (),
        "pairs": [_row(pair) for pair in found.pairs] if found else (),
    }


def _contrast(figures: Figures, compared: ComparedLevels) -> Contrast | None:
    ranking = figures.ranking(compared.factor).value
    same = (compared.first, compared.second)
    return next((each for each in ranking.contrasts if (each.first, each.second) == same), None) if ranking else None


def _tests(comparison: Comparison) -> Iterator[Significance]:
    for test in (comparison.difference.t_test, comparison.difference.flips, comparison.difference.solved):
        if test is not None:
            yield test


def _row(pair: CellPair) -> PairRow:
    flip = ""
    if pair.first.mostly_solved != pair.second.mostly_solved:
        flip = "gained" if pair.second.mostly_solved else "lost"
    within = " · ".join(str(value) for name, value in pair.key if name not in ("task", "model") and value is not None)
    return PairRow(pair, _places.task_page(pair.task), within, flip)
