"""Measures how far the cause is from the test that a prompt reports, as the work of a person who reads lineage.

The reader starts at the failed test, follows lineage upstream, and examines every relation that is no farther away than
the cause. All figures refer to the clean project, because a break changes little of its lineage.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from headwater.context.lineage import LineageIndex
from headwater.dbt.engine import DuckDBConnection, Plan
from headwater.suites.warehouse._bi import is_definition, is_of_bi, mentioned
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._symptoms import name_of_test

_TOKEN = re.compile(r"\w+|[^\w\s]")
_EVERYTHING = 1 << 30


@dataclass(frozen=True)
class Distance:
    """The distance from the test that a prompt reports to the cause.

    Attributes:
        hops: The number of relations from the nearest relation that the test reads to the cause. 0 if that relation is
            the cause.
        fan_in: The number of models upstream of that relation, at any distance.
        candidates: The number of columns, in relations no farther away than the cause, that can make the test fail by
            their values or by their effect on rows.
        tokens: The number of words and symbols in the files of these relations, and in the files of the macros that
            they call.
    """

    hops: int
    fan_in: int
    candidates: int
    tokens: int

    def is_at_least(self, hops: int, candidates: int) -> bool:
        """Return whether the distance reaches the given numbers of hops and candidate columns."""
        return self.hops >= hops and self.candidates >= candidates


@dataclass
class Reach:
    """The lineage of a base, which determines the relations that a reader must examine.

    Args:
        base: The clean company.
        texts: The files in the base's project.
    """

    base: Base
    texts: Mapping[str, str]
    _upstream: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

    def distance(self, test: str, hops: int, fan_in: int) -> Distance:
        """Return the distance from a test in the clean project to a cause.

        Args:
            test: The unique id of the test.
            hops: The number of relations from the nearest relation that the test reads to the cause.
            fan_in: The number of models upstream of that relation.
        """
        near = self._within(_read_by(self.base.plan, test), hops)
        names = {self._label(uid) for uid in near}
        candidates = {column for column in self._columns_upstream(test) if column[0] in names}
        return Distance(hops, fan_in, len(candidates), sum(map(self._tokens, self._files(near))))

    def _within(self, starts: Iterable[str], hops: int) -> set[str]:
        """Return the relations, including sources, that are at most this many hops upstream."""
        found = level = set(starts)
        for _ in range(hops):
            steps = [self.base.plan.steps[uid] for uid in level if uid in self.base.plan.steps]
            level = {parent for step in steps for parent in step.parents} - found
            found = found | level
        return found

    def _files(self, relations: Collection[str]) -> set[str]:
        steps = [self.base.plan.steps[uid] for uid in relations if uid in self.base.plan.steps]
        called = {self._file_of_macro[macro] for step in steps for macro in step.macros if macro in self._file_of_macro}
        files = {*(step.file for step in steps), *called}
        return {file for file in files if file.endswith(".sql") or is_definition(file)}

    @cached_property
    def _file_of_macro(self) -> dict[str, str]:
        return {macro.unique_id: macro.place.file for macro in self.base.project.macros()}

    def _tokens(self, file: str) -> int:
        return len(_TOKEN.findall(self.texts.get(file, "")))

    def _columns_upstream(self, test: str) -> frozenset[tuple[str, str]]:
        """Return the columns that determine the result of a test, as pairs of relation and column."""
        if test not in self._upstream:
            found: set[tuple[str, str]] = set()
            found |= self._fields_upstream(test)
            for column in self._start_columns(test):
                trace = self._index.upstream(column, rows=True, limit=_EVERYTHING)
                found |= {(one.relation, one.column) for one in (trace.start, *trace.columns)}
            self._upstream[test] = frozenset(column for column in found if column[1] != "*")
        return self._upstream[test]

    def _fields_upstream(self, test: str) -> set[tuple[str, str]]:
        """Return the parts of definitions of the BI layer that determine the result of a check."""
        steps = self.base.plan.steps
        read = self.base.plan.tests[test].inputs if is_of_bi(test) else ()
        return {(self._label(uid), field) for uid in read if is_of_bi(uid) for field in steps[uid].config["fields"]}

    def _start_columns(self, test: str) -> list[str]:
        """Return the columns at which a reader starts: the tested column, or else all columns of the test or model."""
        plan = self.base.plan
        if is_of_bi(test):  # what the queries of the definitions mention of the models that they read
            names = mentioned(plan.tests[test].sql)
            read = [uid for uid in plan.tests[test].inputs if not is_of_bi(uid)]
            return [f"{uid}.{one.column}" for uid in read for one in self._index.columns(uid) if one.column in names]
        if test in plan.tests and plan.tests[test].column:
            return [f"{plan.tests[test].node}.{plan.tests[test].column}"]
        is_singular = test in plan.tests and plan.tests[test].kind == "singular"
        starts = [name_of_test(test)] if is_singular else _read_by(plan, test)
        columns = [f"{uid}.{one.column}" for uid in starts for one in self._index.columns(uid)]
        return [*columns, *(f"{uid}.*" for uid in starts)]

    def _label(self, uid: str) -> str:
        kind, *_, name = uid.split(".")
        if is_of_bi(uid):
            return f"{kind} {name}"
        return ".".join(uid.split(".")[-2:]) if kind == "source" else name

    @cached_property
    def _index(self) -> LineageIndex:
        with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
            index = LineageIndex.open(
                self.base.workspace,
                cache=Path(folder) / "lineage.bin",
                tables=_raw_columns(self.base),
                adapter="duckdb",
            )
            index.refresh()
            return index


def _read_by(plan: Plan, test: str) -> list[str]:
    """Return the relations that a test reads: the one to which it is attached, or all inputs for a singular test."""
    if test in plan.unit_tests:
        return [plan.unit_tests[test].model]
    found = plan.tests[test]
    return [found.node] if found.node else list(found.parents)


def _raw_columns(base: Base) -> dict[str, list[str]]:
    """Return the columns of the raw tables, keyed by schema and name."""
    connection = DuckDBConnection(base.plan.database, base.raw)
    try:
        found: dict[str, list[str]] = {}
        for schema, table, column in connection.rows(
            "select schema_name, table_name, column_name from duckdb_columns() where not internal"
            " order by schema_name, table_name, column_index"
        ):
            found.setdefault(f"{schema}.{table}", []).append(column)
        return found
    finally:
        connection.close()
