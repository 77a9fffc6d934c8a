"""Tries breaks on the clean base in memory. Building a project that differs only slightly from the base is fast."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    Known,
    Plan,
    RelationContent,
    Runner,
    StepResult,
    TestResult,
    injected,
    read_plan,
    replan,
)
from headwater.suites.warehouse._bi import is_definition, with_bi, without_bi
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks import _symptoms
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._distance import Reach
from headwater.suites.warehouse.breaks._read import apply_edits
from headwater.suites.warehouse.judge._values import values_of


@dataclass(frozen=True)
class TriedBuild:
    """A changed project after its build.

    Attributes:
        is_cut_short: Whether the build ended at a wrong relation that decides. See `Deciding`.
    """

    plan: Plan
    built: Built
    is_cut_short: bool = False

    @property
    def is_whole(self) -> bool:
        """Return whether the project parses and every relation was built."""
        return not (self.plan.errors or self.plan.refusals or self.built.broken or self.is_cut_short)


@dataclass(frozen=True)
class Deciding:
    """A relation that is built first, because if it is wrong, nothing else needs to be built.

    Attributes:
        uid: The unique id of the relation.
        is_wrong: Tells from the content, which is None if the relation could not be built.
    """

    uid: str
    is_wrong: Callable[[RelationContent | None], bool]

    def ends(self, runner: Runner) -> bool:
        """Build the relation, and return whether it is wrong."""
        result = runner.build(self.uid)
        return result is not None and self.is_wrong(result.content)


@dataclass
class Lab:
    """Builds changed projects, and caches results of statements so that no statement runs twice on the same rows."""

    base: Base
    texts: Mapping[str, str] = field(init=False)
    symptoms: Mapping[str, _symptoms.SymptomReport] = field(init=False)
    _more: dict[str, StepResult | TestResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.texts = self.base.texts()
        self.symptoms = _symptoms.read_symptoms(_symptoms.SYMPTOMS)

    @cached_property
    def reach(self) -> Reach:
        """The lineage of the clean project. Tracing it on first use takes seconds."""
        return Reach(self.base, self.texts)

    @property
    def known(self) -> Known:
        """The results of all statements that ran before."""
        return Known(self.base.built, self.base.names, self._more)

    def plan(self, changes: Mapping[str, str]) -> Plan:
        """Return the plan of the clean project, with changed texts for some files."""
        changes = {file: text for file, text in changes.items() if self.texts.get(file) != text}
        if not changes:
            return self.base.plan
        of_dbt = {file: text for file, text in changes.items() if not is_definition(file)}
        found = replan(self.base.project, without_bi(self.base.plan), of_dbt) if of_dbt else without_bi(self.base.plan)
        return with_bi(found, {**self.texts, **changes}) if found else self._plan_from_files(changes)

    def build(
        self,
        changes: Mapping[str, str],
        inject: Sequence[str] = (),
        tests: Collection[str] | None = None,
        deciding: Deciding | None = None,
    ) -> TriedBuild:
        """Build the clean project with changed files on changed raw data, and run the given tests, or all tests."""
        if not changes and not inject:
            return TriedBuild(self.base.plan, self.base.built)
        plan = self.plan(changes)
        if plan.errors or plan.refusals:
            return TriedBuild(plan, Built())
        connection = DuckDBConnection(plan.database, self.base.raw, base=self.base.relations, inject=inject)
        try:
            sources = injected(plan, connection, inject)
            runner = Runner(plan, connection, self.known, sources=sources)
            return self.run(runner, plan, tests, deciding)
        finally:
            connection.close()

    def run(
        self, runner: Runner, plan: Plan, tests: Collection[str] | None = None, deciding: Deciding | None = None
    ) -> TriedBuild:
        """Build a plan and run the given tests, or all tests, unless the relation that decides is wrong."""
        if deciding and deciding.ends(runner):
            return TriedBuild(plan, Built(), is_cut_short=True)
        built = runner.run(tests)
        self.learn(built)
        return TriedBuild(plan, built)

    def values(self, changes: Mapping[str, str], inject: Sequence[str], uid: str, content: RelationContent) -> Any:
        """Return comparable values for a relation in a changed project whose column types differ."""
        plan = self.plan(changes)
        with closing(
            DuckDBConnection(plan.database, self.base.raw, base=self.base.relations, inject=inject)
        ) as connection:
            sources = injected(plan, connection, inject)
            runner = Runner(plan, connection, self.known, sources=sources)
            runner.run(tests=())
            return values_of(uid, content, plan, connection, runner)

    def learn(self, built: Built) -> None:
        """Cache the results of the statements in a build."""
        self._more |= {result.action: result for result in built.steps.values() if result.action}
        self._more |= {result.action: result for result in built.tests.values() if result.action}

    def broken_files(self, one: Break) -> dict[str, str]:
        """Return the files that a break changes, after the change."""
        return apply_edits(self.texts, one.edits, one.id)

    def solved_files(self, one: Break) -> dict[str, str]:
        """Return the files in the clean project that the solution changes."""
        return apply_edits(self.texts, one.fix, f"{one.id}: fix")

    def plan_without(self, changes: Mapping[str, str], removed: Sequence[str]) -> Plan:
        """Return the plan of the clean project, with changed texts for some files and without some other files."""
        return self._plan_from_files(changes, removed)

    def _plan_from_files(self, changes: Mapping[str, str], removed: Sequence[str] = ()) -> Plan:
        with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
            root = Path(folder)
            for name, text in {**self.texts, **changes}.items():
                if name.startswith(("bi/", "docs/")) or name in removed:
                    continue
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            kept_texts = {name: text for name, text in {**self.texts, **changes}.items() if name not in removed}
            return with_bi(read_plan(root), kept_texts)
