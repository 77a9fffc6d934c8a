"""Provides facts that are not in the graph: declared columns, tests and gaps. They are loaded on first use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater.context.lineage._inputs import test_reads
from headwater.context.lineage._records import Records
from headwater.dbt import Location, Problem, ProblemKind


@dataclass(frozen=True, slots=True)
class DeclaredColumn:
    """The YAML declaration of a column."""

    data_type: str
    description: str
    place: Location


@dataclass(frozen=True, slots=True)
class ReadTest:
    """A test and the columns that it reads: pairs of a unique id and a column, which is None for a whole relation."""

    name: str
    kind: str
    place: Location
    reads: tuple[tuple[str, str | None], ...]


@dataclass(slots=True)
class LineageFacts:
    """The facts that are not in the graph.

    Attributes:
        columns: The declared columns, keyed by unique id and then by name.
        gaps: The reason and location of each gap, keyed by unique id.
        problems: The problems of the project.
        contract: The fields of each `ContractFinding`: kind, subject, message, location.
    """

    columns: dict[str, dict[str, DeclaredColumn]] = field(default_factory=dict)
    tests: list[ReadTest] = field(default_factory=list)
    gaps: dict[str, list[tuple[str, Location]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    contract: list[tuple[str, str, str, Location]] = field(default_factory=list)
    _by_read: dict[str, list[ReadTest]] = field(default_factory=dict)

    def tests_of(self, unique_id: str) -> Iterable[ReadTest]:
        """Return the tests that read a relation."""
        if not self._by_read and self.tests:
            found = defaultdict(list)
            for test in self.tests:
                for name in dict.fromkeys(name for name, _ in test.reads):
                    found[name].append(test)
            self._by_read = dict(found)
        return self._by_read.get(unique_id, ())


def make_facts(records: Records) -> LineageFacts:
    """Collect the facts of a project, without the contract."""
    project = records.project
    facts = LineageFacts()
    for node in project.nodes.values():
        declared = {
            name: DeclaredColumn(column.data_type, column.description, column.place)
            for name, column in node.columns.items()
        }
        if declared:
            facts.columns[node.unique_id] = declared
    for name, record in records.records.items():
        known = project.nodes.get(name) or project.singular_tests.get(name)
        if record.gaps and known is not None:
            facts.gaps[name] = [(reason, Location(known.place.file, line)) for reason, line in record.gaps]
    facts.tests = [
        ReadTest(test.name, test.kind, test.place, tuple(test_reads(test, project, records))) for test in project.tests
    ]
    enabled = [record for record in records.records.values() if not record.disabled]
    rendered = [problem for record in enabled for problem in record.problems]
    facts.problems = sorted({*project.problems, *rendered}, key=lambda problem: (problem.place, problem.message))
    return facts


def pack_facts(facts: LineageFacts) -> dict[str, Any]:
    """Return facts as JSON values."""
    return {
        "columns": {
            node: {name: [one.data_type, one.description, *_place(one.place)] for name, one in columns.items()}
            for node, columns in facts.columns.items()
        },
        "tests": [[test.name, test.kind, *_place(test.place), test.reads] for test in facts.tests],
        "gaps": {node: [[reason, *_place(place)] for reason, place in gaps] for node, gaps in facts.gaps.items()},
        "problems": [[one.kind, *_place(one.place), one.message, one.node] for one in facts.problems],
        "contract": [[kind, subject, message, *_place(place)] for kind, subject, message, place in facts.contract],
    }


def unpack_facts(data: Any) -> LineageFacts:
    """Rebuild facts from the values of `pack_facts`."""
    return LineageFacts(
        columns={
            node: {
                name: DeclaredColumn(kind, text, Location(file, line))
                for name, (kind, text, file, line) in columns.items()
            }
            for node, columns in data["columns"].items()
        },
        tests=[
            ReadTest(name, kind, Location(file, line), tuple((node, column) for node, column in reads))
            for name, kind, file, line, reads in data["tests"]
        ],
        gaps={
            node: [(reason, Location(file, line)) for reason, file, line in gaps] for node, gaps in data["gaps"].items()
        },
        problems=[
            Problem(ProblemKind(kind), Location(file, line), message, node)
            for kind, file, line, message, node in data["problems"]
        ],
        contract=[
            (kind, subject, message, Location(file, line)) for kind, subject, message, file, line in data["contract"]
        ],
    )


def _place(place: Location) -> tuple[str, int]:
    return place.file, place.line
