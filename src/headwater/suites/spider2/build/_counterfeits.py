"""Derives counterfeits for an instance from its reference solution. Each is wrong in one known way.

Counterfeits that would not change an instance's result are omitted, such as zeros for missing values in a table that
has no missing values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from headwater.records import Gate
from headwater.suites.spider2.build import _edits
from headwater.suites.spider2.build._edits import Edit
from headwater.suites.spider2.grading import ReferenceFacts
from headwater.suites.spider2.grading._performant import limit_of
from headwater.suites.spider2.scoring import GradedTable
from headwater.suites.spider2.scoring._trying import CandidateQuery, CandidateResult, TableFacts

_SCRIPT = "reference\nchange\nbuild\n"
_MOST_PAIRS = 4_000_000_000
"""The maximum number of pairs that a counterfeit joins. More would take minutes."""


@dataclass(frozen=True)
class GradedModel:
    """The model that builds a graded table.

    Attributes:
        path: The model's file.
        text: The text of the model's file.
        look: The table that the model builds.
    """

    table: GradedTable
    path: str
    text: str
    look: TableFacts

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """The graded columns whose values do not depend on the order of raw rows."""
        counted = [self.look.columns[at] for at in self.table.columns if at < len(self.look.columns)]
        return tuple(one for one in counted or self.look.columns if one[0] not in self.look.varying)


@dataclass(frozen=True)
class CounterfeitContent:
    """A wrong solution.

    Attributes:
        files: The files that replace the reference's files.
        script: The shell commands of the solution, where ``reference`` and ``change`` copy files, and ``build`` builds
            the graded tables.
    """

    name: str
    why: str
    gate: Gate
    files: Mapping[str, str] = field(default_factory=dict)
    script: str = _SCRIPT


@dataclass(frozen=True)
class Idea:
    """A possible fault in a table.

    Attributes:
        name: The name of the counterfeit. If several ideas have the same name, the first that changes the result is
            chosen.
    """

    name: str
    why: str
    source: GradedModel
    edit: Edit
    is_of_order: bool = False

    @property
    def candidate(self) -> CandidateQuery:
        """The query to try."""
        return CandidateQuery(self.source.table.name, self.edit(self.source.look.code))

    def counterfeit(self, gate: Gate) -> CounterfeitContent:
        """Return the counterfeit that implements this idea."""
        why = self.why.format(table=self.source.table.name)
        return CounterfeitContent(self.name, why, gate, {self.source.path: self.edit(self.source.text)})


@dataclass(frozen=True)
class Shipped:
    """The parts of an instance that counterfeits change.

    Attributes:
        database: The database file that the project writes.
        raw: The tables in the raw database that no model builds.
        untested: The YAML files that declare tests, keyed by path, with the tests removed.
    """

    database: str
    raw: Sequence[str] = ()
    untested: Mapping[str, str] = field(default_factory=dict)


_WRAPPING: tuple[tuple[str, str, Callable[[Sequence[tuple[str, str]]], Iterator[Edit]]], ...] = (
    (
        "scrambled-rows",
        "Each column of {table} has the right values, and one has them in the wrong rows.",
        _edits.scrambled,
    ),
    ("duplicate-row", "One row of {table} is there twice.", lambda _: _edits.duplicated()),
    ("null-for-zero", "A number of {table} is missing where it is 0.", _edits.null_for_zero),
    ("zero-for-null", "A number of {table} is 0 where there is none.", _edits.zero_for_null),
    ("off-by-one-percent", "A fraction of {table} is one percent too large.", _edits.off_by_one_percent),
    ("ends-a-day-early", "The days of {table} end before the last.", _edits.ends_early),
)
_TEXTUAL: tuple[tuple[str, str, Callable[[str, str], Iterator[Edit]]], ...] = (
    ("inner-for-outer-join", "Rows of {table} without a partner are lost in a join.", _edits.inner_joins),
    (
        "wrong-tie-break",
        "A window of {table} takes the other end of the last key by which it is sorted.",
        _edits.other_ends,
    ),
)
_CHANGE = """\
python3 - <<'END'
import duckdb
connection = duckdb.connect({database!r})
for table in {raw!r}:
    name = '"' + table.replace('"', '""') + '"'
    if connection.execute(f"insert into {{name}} from {{name}} limit 1").fetchone()[0]:
        break
END
"""
NAMES = tuple(name for name, *_ in (*_WRAPPING, *_TEXTUAL))
"""The counterfeits that `missing` reports if an instance does not have them."""


def ideas(sources: Iterable[GradedModel]) -> list[Idea]:
    """Return the candidate counterfeits to try on the graded tables."""
    found = []
    for source in sources:
        found += [Idea(name, why, source, edit) for name, why, of in _WRAPPING for edit in of(source.columns)]
        for name, why, of_text in _TEXTUAL:
            found += [Idea(name, why, source, edit) for edit in of_text(source.text, source.look.code)]
        why = "A window of {table} is not sorted: what it makes depends on the order of raw rows."
        for edit in _edits.unsorted(source.text, source.look.code):
            found.append(Idea("unsorted-window", why, source, edit, is_of_order=True))
    return found


def applying(
    ideas: Sequence[Idea], results: Sequence[CandidateResult], learned: ReferenceFacts
) -> list[CounterfeitContent]:
    """For each name, return the first counterfeit known to change the result."""
    chosen: dict[str, CounterfeitContent] = {}
    for idea, result in zip(ideas, results, strict=True):
        if not result.runs or idea.name in chosen:
            continue
        settled = idea.source.table.name not in learned.unsettled
        if result.differs and not idea.is_of_order:
            chosen[idea.name] = idea.counterfeit(Gate.CORRECT)
        elif idea.is_of_order and not result.differs and result.differs_reordered and settled:
            chosen[idea.name] = idea.counterfeit(Gate.ROBUST)
    return list(chosen.values())


def missing(counterfeits: Iterable[CounterfeitContent]) -> tuple[str, ...]:
    """Return the names of the counterfeits that would not change the result in this instance."""
    present_names = {one.name for one in counterfeits}
    return tuple(name for name in NAMES if name not in present_names)


def untried(sources: Sequence[GradedModel], learned: ReferenceFacts, shipped: Shipped) -> Iterator[CounterfeitContent]:
    """Yield the counterfeits that are wrong in every instance that supports them."""
    first = sources[0]
    hollow = {one.path: _edits.made_up(one.look.columns)(one.text) for one in sources}
    yield CounterfeitContent(
        "hollow", "The tables are there, with their columns, and each value is made up.", Gate.CORRECT, hollow
    )
    why = "The tables are right, and the models have been changed since, so that they make others."
    yield CounterfeitContent("changed-after-build", why, Gate.ROBUST, hollow, "reference\nbuild\nchange\n")
    pairs = 3 * limit_of(learned.work)
    if learned.work and pairs < _MOST_PAIRS:
        crossed = {first.path: _edits.crossed(pairs)(first.text)}
        why = f"{first.table.name} needs a cross join of which it uses nothing."
        yield CounterfeitContent("needless-cross-join", why, Gate.PERFORMANT, crossed)
    for one in sources:
        if one.table.name in learned.ordered and len(learned.contract[one.table.name]) > 1:
            other = {one.path: _edits.in_another_order(one.look.columns)(one.text)}
            why = f"{one.table.name} has its columns in another order than its YAML declares."
            yield CounterfeitContent("columns-in-another-order", why, Gate.PRODUCTION, other)
            break
    scratch = {"models/try_it.sql": f"select * from {{{{ ref('{first.table.name}') }}}}\n"}
    why = "A model to try things with is left, which nothing uses and no YAML describes."
    yield CounterfeitContent("scratch-model", why, Gate.PRODUCTION, scratch)
    if shipped.untested:
        why = "The tests that YAML files declare are taken out."
        yield CounterfeitContent("without-tests", why, Gate.PRODUCTION, shipped.untested)
    if shipped.raw:
        why = "A row of a raw table is doubled, after everything was built."
        change = _CHANGE.format(raw=list(shipped.raw), database=shipped.database)
        yield CounterfeitContent("changed-raw-table", why, Gate.PRODUCTION, {}, f"{_SCRIPT}{change}")
