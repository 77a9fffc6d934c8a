"""Runs the parts of a plan that differ from a known build or that are downstream of changed content."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from headwater.dbt.engine import _fixtures
from headwater.dbt.engine._built import (
    Built,
    Columns,
    NodeStatus,
    RelationContent,
    StepResult,
    TestResult,
    action_key,
)
from headwater.dbt.engine._connection import DuckDBConnection, StatementError
from headwater.dbt.engine._injection import RAW, tables_of
from headwater.dbt.engine._plan import BuildStep, DataTest, Name, Plan, UnitTest
from headwater.plurals import counted

Notify = Callable[[str], None]
_EVERY = 25


class Guard(Protocol):
    """Decides which statements of an untrusted project may run."""

    def objection(self, sql: str, relations: frozenset[tuple[str, str]]) -> str:
        """Return the reason why a statement must not run, or an empty string if it may run.

        Args:
            sql: The statement of a model or test.
            relations: The lower-case schema and name of each relation to which the statement refers by ``ref`` and
                ``source``.
        """
        ...


class Known:
    """Results of earlier builds. They are looked up by action, which is a digest of a statement and its inputs.

    Args:
        built: The clean build. Its relations are in the file ``base`` of the connection.
        names: The names of the clean build's relations in ``base``.
        more: Further results, keyed by action.
        given_tables: The tables in the connection's ``given_file`` that contain such results, keyed by action.
    """

    def __init__(
        self,
        built: Built | None = None,
        names: Mapping[str, Name] | None = None,
        more: Mapping[str, StepResult | TestResult] | None = None,
        given_relations: Mapping[str, Name] | None = None,
    ) -> None:
        self.built = built or Built()
        self.given_tables = given_relations or {}
        self.names = names or {}
        self._more = more or {}
        self._tests = {result.action: result for result in self.built.tests.values()}

    def step(self, action: str) -> StepResult | None:
        """Return the result of the step with this action, or None if it is unknown."""
        found = self._more.get(action)
        return found if isinstance(found, StepResult) else None

    def test(self, action: str) -> TestResult | None:
        """Return the result of the test with this action, or None if it is unknown."""
        found = self._tests.get(action) or self._more.get(action)
        return found if isinstance(found, TestResult) else None


def injected(plan: Plan, connection: DuckDBConnection, statements: Sequence[str]) -> dict[str, RelationContent]:
    """Return the content of the raw tables that the statements changed. Pass it to `Runner` as ``sources``."""
    touched = {(schema.lower(), name.lower()) for schema, name in tables_of(statements)} if statements else set()
    return {uid: connection.content(name.within(RAW)) for uid, name in plan.sources.items() if name.key in touched}


class Runner:
    """Builds one plan.

    Args:
        guard: Judges the statements that differ from the clean build. None for a trusted project.
        sources: The content of raw tables that differ from the clean build, keyed by unique id.
    """

    def __init__(
        self,
        plan: Plan,
        connection: DuckDBConnection,
        known: Known | None = None,
        *,
        guard: Guard | None = None,
        sources: Mapping[str, RelationContent] | None = None,
        notify: Notify = lambda _text: None,
    ) -> None:
        self._plan = plan
        self._connection = connection
        self._known = known or Known()
        self._guard = guard
        self._notify = notify
        self._sources = dict(sources or {})
        self._results: dict[str, StepResult] = {}
        self._present: set[str] = set()
        self._sources_used: dict[str, RelationContent] = {}

    def run(self, tests: Collection[str] | None = None) -> Built:
        """Build the relations whose inputs or text have changed, run tests, and return all results.

        Args:
            tests: The unique ids of the tests to run, or None for all tests.
        """
        for number, uid in enumerate(self._plan.order):
            if number % _EVERY == 0:
                self._notify(f"building relations: {number} of {len(self._plan.order)}")
            self._build(uid)
        return Built(sources=self._sources_used, steps=self._results, tests=self.test(tests))

    def build(self, uid: str) -> StepResult | None:
        """Build a relation and those that it reads, and return its result, or None if the plan does not store it."""
        wanted = {uid, *self._plan.upstream([uid])}
        for each in self._plan.order:
            if each in wanted:
                self._build(each)
        return self._results.get(uid)

    def _build(self, uid: str) -> None:
        if self._plan.steps[uid].is_stored and uid not in self._results:
            self._results[uid] = self._step(self._plan.steps[uid])

    def test(self, tests: Collection[str] | None = None) -> dict[str, TestResult]:
        """Run the given tests on the built relations, or all tests if this is None, and return their results."""
        plan = self._plan
        chosen = [*plan.tests, *plan.unit_tests] if tests is None else [*tests]
        self._notify(f"running {counted(len(chosen), 'test')}")
        return {
            uid: self._test(plan.tests[uid]) if uid in plan.tests else self._unit(plan.unit_tests[uid])
            for uid in chosen
            if uid in plan.tests or uid in plan.unit_tests
        }

    def ensure(self, uid: str) -> None:
        """Make a relation readable through the connection, running its statement if necessary."""
        if uid in self._present or uid not in self._plan.steps:
            return
        self._present.add(uid)
        step, result = self._plan.steps[uid], self._results[uid]
        clean = self._known.built.steps.get(uid)
        # Changed SQL can return the same rows, which then need not be computed again.
        if clean and clean.content and result.content == clean.content and uid in self._known.names:
            self._connection.pass_through(step.relation, self._known.names[uid])
            return
        if result.action in self._known.given_tables:
            self._connection.pass_through(
                step.relation, self._known.given_tables[result.action], in_given_warehouse=True
            )
            return
        self._ensure_inputs(step.inputs)
        self._connection.create(step.relation, step.sql)

    def _ensure_inputs(self, inputs: tuple[str, ...]) -> None:
        for uid in inputs:
            if uid not in self._plan.steps or not self._plan.steps[uid].is_query:
                self.ensure(uid)

    # content of inputs

    def source(self, uid: str) -> RelationContent:
        """Return the content of a raw table. Each table is hashed only once."""
        if uid not in self._sources_used:
            known = self._sources.get(uid) or self._known.built.sources.get(uid)
            self._sources_used[uid] = known or self._connection.content(self._plan.sources[uid].within(RAW))
        return self._sources_used[uid]

    def _action(self, sql: str, inputs: tuple[str, ...]) -> str | None:
        """Return the action (a digest of a statement and its inputs), or None if an input is missing."""
        keys = []
        for uid in sorted(inputs):
            if uid in self._plan.sources:
                keys.append(f"{uid}={self.source(uid).key}")
                continue
            result = self._results.get(uid)
            if result is None or result.content is None:
                return None
            keys.append(f"{uid}={result.content.key}")
        return action_key(sql, keys)

    # steps

    def _step(self, step: BuildStep) -> StepResult:
        try:
            action = self._action(step.sql, step.inputs)
        except StatementError as error:
            return StepResult(outcome=NodeStatus.ERROR, action="", message=str(error))
        if action is None:
            return StepResult(outcome=NodeStatus.SKIPPED, action="", message="something that it reads was not built")
        clean = self._known.built.steps.get(step.unique_id)
        known = clean if clean and clean.action == action else self._known.step(action)
        if known is not None:
            return known.model_copy(update={"is_known": True})
        if objection := self._objection(step.sql, step.inputs):
            return StepResult(outcome=NodeStatus.ERROR, action=action, message=objection)
        return self._run_step(step, action)

    def _run_step(self, step: BuildStep, action: str) -> StepResult:
        try:
            self._ensure_inputs(step.inputs)
            started = time.perf_counter()
            content = self._connection.create(step.relation, step.sql)
            seconds = time.perf_counter() - started
        except StatementError as error:
            return StepResult(outcome=NodeStatus.ERROR, action=action, message=str(error))
        if step.is_query:
            self._connection.drop(step.relation)
        else:
            self._present.add(step.unique_id)
        return StepResult(outcome=NodeStatus.OK, action=action, content=content, seconds=round(seconds, 4))

    def _objection(self, sql: str, inputs: tuple[str, ...]) -> str:
        if self._guard is None:
            return ""
        found = {self._plan.sources[uid].key for uid in inputs if uid in self._plan.sources}
        found |= {self._plan.steps[uid].relation.key for uid in inputs if uid in self._plan.steps}
        return self._guard.objection(sql, frozenset(found))

    # tests

    def _test(self, test: DataTest) -> TestResult:
        try:
            action = self._action(test.query, test.inputs)
        except StatementError as error:
            return TestResult(outcome=NodeStatus.ERROR, action="", message=str(error))
        if action is None:
            return TestResult(outcome=NodeStatus.SKIPPED, action="", message="something that it reads was not built")
        known = self._known.test(action)
        if known is not None:
            return known
        if objection := self._objection(test.query, test.inputs):
            return TestResult(outcome=NodeStatus.ERROR, action=action, message=objection)
        try:
            self._ensure_inputs(test.inputs)
            failures, failed = self._connection.rows(test.query)[0]
        except StatementError as error:
            return TestResult(outcome=NodeStatus.ERROR, action=action, message=str(error))
        bad = NodeStatus.WARNED if test.warns else NodeStatus.FAILED
        outcome = bad if failed else NodeStatus.OK
        return TestResult(outcome=outcome, action=action, failures=int(failures or 0))

    def _unit(self, unit: UnitTest) -> TestResult:
        try:
            columns = {fixture.unique_id: self._columns_of(fixture.unique_id) for fixture in unit.fixtures}
            # A unit test depends on the columns in its inputs, but not on their rows.
            action = action_key(repr((unit.sql, unit.fixtures, unit.expected)), [repr(sorted(columns.items()))])
            known = self._known.test(action)
            if known is not None:
                return known
            query = _fixtures.query_of(unit, columns.__getitem__, self._connection.columns)
        except _fixtures.FixtureError as error:
            return TestResult(outcome=NodeStatus.ERROR, action="", message=str(error))
        except StatementError as error:
            return TestResult(outcome=NodeStatus.ERROR, action="", message=str(error))
        # A unit test reads nothing except its given rows.
        if objection := self._objection(query, ()):
            return TestResult(outcome=NodeStatus.ERROR, action=action, message=objection)
        try:
            failures = int(self._connection.rows(query)[0][0])
        except StatementError as error:
            return TestResult(outcome=NodeStatus.ERROR, action=action, message=str(error))
        outcome = NodeStatus.FAILED if failures else NodeStatus.OK
        return TestResult(outcome=outcome, action=action, failures=failures)

    def _columns_of(self, uid: str) -> Columns:
        if uid in self._plan.sources:
            return self.source(uid).columns
        step = self._plan.steps.get(uid)
        if step is not None and not step.is_stored:
            for parent in step.inputs:
                self.ensure(parent)
            return self._connection.columns(step.sql)
        result = self._results.get(uid)
        if result is None or result.content is None:
            raise _fixtures.FixtureError(f"{uid.rpartition('.')[2]} was not built")
        return result.content.columns
