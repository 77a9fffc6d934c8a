"""Builds and compares an agent's output. This runs in a sandbox, because the templates and SQL are untrusted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    Known,
    Name,
    Plan,
    RelationContent,
    Runner,
    StatementError,
    StepResult,
    TestResult,
    injected,
)
from headwater.errors import GradingError
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._guard import SelectGuard
from headwater.suites.warehouse.judge._later import FirstRun, outdated_after
from headwater.suites.warehouse.judge._learned import Learned
from headwater.suites.warehouse.judge._opened import RAISED, OpenedWork, connected, error_text, refused
from headwater.suites.warehouse.judge._reading import read_work
from headwater.suites.warehouse.judge._records import (
    BrokenTask,
    Columns,
    JudgeInput,
    Judgement,
    Site,
    Slow,
    is_reported,
)
from headwater.suites.warehouse.judge._stored import on_clean_tables, on_left_tables
from headwater.suites.warehouse.judge._values import may_have, may_hold, rows_of, values_of

SLOWER = 5.0
"""A model counts as slow if it takes more than this many times as long as its clean version, plus ``SLOWER_SEC``."""
SLOWER_SEC = 1.0
"""Seconds added to the limit for slow models, because machine noise dominates below this duration."""


def judge_work(
    work: JudgeInput, base: Base, given_file: Path | None = None, left_file: Path | None = None
) -> Judgement:
    """Build and test the work on the data of one base, either the task's own or the one with another seed.

    Args:
        work: The agent's output.
        base: The base.
        given_file: The agent's original warehouse, if it belongs to this base. Its broken relations need no rebuild.
        left_file: The warehouse that the agent left, if it belongs to this base and its stored tables count.
    """
    known = _known(base, _learned(base, work.task.learned), given_file)
    solved_project, solved = read_work(base, work.task.solved, ())
    try:
        project, plan = read_work(base, work.texts, work.removed)
    except RAISED as error:
        return Judgement(errors=(f"the project cannot be read: {error_text(error)}",))
    if found := refused(plan, base):
        return found
    stored = work.task.stored if given_file is not None else ()
    opened = OpenedWork(work, base, given_file, left_file, stored)
    try:
        opened_connection = connected(opened)
    except StatementError as error:
        return _unreadable(error)
    with closing(opened_connection) as connection:
        sources = injected(solved, connection, work.task.inject)
        right, right_sources = on_clean_tables(solved, base, stored, connection)
        reference = Runner(right, connection, Known(base.built, base.names), sources={**sources, **right_sources}).run(
            tests=()
        )
        if reference.broken:  # a relation that the solution lacks would be compared with nothing
            raise GradingError(f"the solution does not build: {reference.broken[0]}")
        # The work is built in the same database, where it must not find the solution's tables.
        connection.reset()
        try:
            ran, left_sources = on_left_tables(project, plan, base, stored, connection) if stored else (plan, {})
        except StatementError as error:
            return _unreadable(error)
        if found := refused(ran, base):
            return found
        try:
            all_sources = {**sources, **left_sources}
            guarded = Runner(ran, connection, known, guard=SelectGuard(base.plan), sources=all_sources)
            result = _agent_result(_Builds(plan, solved, reference, connection, guarded), work, base)
        except RAISED as error:
            return Judgement(refusals=(f"the project cannot be built: {error_text(error)}",))
    site = result.site
    if result.compared or result.rows:
        solution = _of_solution(result, solved, sources, opened)
        site = _with_rows(_with_values(result, solution.values), result, solution, plan, solved)
    children = plan.children()
    unread = tuple(sorted(uid for uid in plan.steps if uid not in solved.steps and uid not in children))
    found = Judgement(site=site, slow=result.slow, unread=unread)
    if given_file is not None or not work.task.stored:
        return found
    first, solved_first = FirstRun(project, plan, result.built), FirstRun(solved_project, solved, reference)
    later = outdated_after(first, solved_first, result.site.differs, opened)
    return found.model_copy(update={"outdated": later.outdated, "refusals": later.refusals, "errors": later.errors})


def _unreadable(error: StatementError) -> Judgement:
    return Judgement(site=Site(missing={"": f"the warehouse that was left: {error}"}))


def _learned(base: Base, name: str) -> Learned:
    path = base.folder / "learned" / f"{name}.json"
    return Learned.model_validate_json(path.read_text()) if name and path.is_file() else Learned()


@dataclass(frozen=True)
class _Builds:
    """The plans of the work and the solution, the solution's results, and the connection for building the work."""

    plan: Plan
    solved: Plan
    reference: Built
    connection: DuckDBConnection
    runner: Runner


@dataclass(frozen=True)
class _WorkResult:
    """The results of building the work.

    Attributes:
        compared: The solution's relations that are also compared by values.
        values: The values of these relations in the work.
        longer: The solution's relations for causes that have more rows in the work.
        rows: How often each row of these relations occurs in the work.
    """

    site: Site
    slow: tuple[Slow, ...]
    built: Built
    compared: Mapping[str, RelationContent]
    values: Mapping[str, Any]
    longer: Mapping[str, RelationContent]
    rows: Mapping[str, Mapping[int, int] | None]


@dataclass(frozen=True)
class _Solution:
    """The solution's side of a comparison by values: sums of row hashes, and how often each row occurs."""

    values: Mapping[str, Any]
    rows: Mapping[str, Mapping[int, int] | None]


def _agent_result(of: _Builds, work: JudgeInput, base: Base) -> _WorkResult:
    built = of.runner.run(work.task.failing)
    is_tested = set(built.failing) <= set(base.built.failing)
    if is_tested:
        built = built.model_copy(update={"tests": built.tests | of.runner.test()})
    site = _compared(built, of.reference, base.built.failing).model_copy(update={"is_tested": is_tested})
    site = _with_changes(site, of.plan, of.solved)
    compared = _to_look_at(site, work.task, built, of.reference)
    values = {uid: values_of(uid, compared[uid], of.plan, of.connection, of.runner) for uid in compared}
    longer = _with_more_rows(site, work.task.causes, built, of.reference)
    rows = {uid: rows_of(uid, longer[uid], of.plan, of.connection, of.runner) for uid in longer}
    return _WorkResult(site, _slow(of, built), built, compared, values, longer, rows)


def _of_solution(
    result: _WorkResult, solved: Plan, sources: Mapping[str, RelationContent], opened: OpenedWork
) -> _Solution:
    base = opened.base
    # this database contains nothing from the untrusted build
    with closing(connected(replace(opened, given_file=None, left_file=None))) as connection:
        right, more = on_clean_tables(solved, base, opened.stored, connection)
        runner = Runner(right, connection, Known(base.built, base.names), sources={**sources, **more})
        runner.run(tests=())
        return _Solution(
            {uid: values_of(uid, result.compared[uid], solved, connection, runner) for uid in result.compared},
            {uid: rows_of(uid, result.longer[uid], solved, connection, runner) for uid in result.longer},
        )


def _known(base: Base, learned: Learned, given_file: Path | None) -> Known:
    more: dict[str, StepResult | TestResult] = {**learned.steps, **learned.tests}
    tables = {action: Name(*parts) for action, parts in learned.tables.items()} if given_file else {}
    return Known(base.built, base.names, more, tables)


def _compared(built: Built, reference: Built, ever: Sequence[str]) -> Site:
    """Compare the build with the solution's build.

    Tests in ``ever`` are ignored, because they always fail on this data.
    """
    missing = {uid: built.steps[uid].message for uid in built.broken}
    differs, columns = [], {}
    for uid, step in reference.steps.items():
        if step.content is None:
            continue
        content = built.steps[uid].content if uid in built.steps else None
        if content is None or not content.same_rows(step.content):
            differs.append(uid)
        if content is not None and not is_of_bi(uid) and (other := _other_columns(content, step.content)):
            columns[uid] = other
    found = [uid for uid in built.failing if uid not in ever]
    failing = {uid: built.tests[uid].message or f"{built.tests[uid].failures} failures" for uid in found}
    return Site(missing=missing, differs=tuple(sorted(differs)), columns=columns, failing=failing)


def _other_columns(actual: RelationContent, expected: RelationContent) -> Columns | None:
    actual_names, expected_names = ({name for name, _ in content.columns} for content in (actual, expected))
    return (
        Columns(
            added=tuple(sorted(actual_names - expected_names)), dropped=tuple(sorted(expected_names - actual_names))
        )
        if actual_names != expected_names
        else None
    )


def _to_look_at(site: Site, task: BrokenTask, built: Built, reference: Built) -> dict[str, RelationContent]:
    """Return the relations to compare by values: the witness and, if nothing else is wrong, all relevant relations."""
    is_clean = not site.failing and not site.missing
    uids = [
        uid for uid in site.differs if uid == task.witness or (is_clean and (uid in task.causes or is_reported(uid)))
    ]
    compared = {uid: content for uid in uids if (content := reference.steps[uid].content) is not None}
    return {
        uid: compared[uid]
        for uid in compared
        if uid in built.steps and may_hold(built.steps[uid].content, compared[uid])
    }


def _with_more_rows(site: Site, causes: Sequence[str], built: Built, reference: Built) -> dict[str, RelationContent]:
    """Return the causes that have more rows than the solution, if nothing else is wrong."""
    found = {}
    for uid in causes if not site.failing and not site.missing else ():
        expected, actual = reference.steps[uid].content, built.steps[uid].content if uid in built.steps else None
        if uid in site.differs and expected and actual and actual.rows > expected.rows and may_have(actual, expected):
            found[uid] = expected
    return found


def _with_values(result: _WorkResult, solution_values: Mapping[str, Any]) -> Site:
    """Remove relations from ``differs`` that have equal values and no additional column."""
    # The chained comparison excludes relations that could be read on neither side.
    same = {uid for uid in result.compared if result.values[uid] == solution_values[uid] is not None}
    contents = {uid: result.built.steps[uid].content for uid in same}
    more = {
        uid for uid in same if (content := contents[uid]) and len(content.columns) > len(result.compared[uid].columns)
    }
    differs = tuple(uid for uid in result.site.differs if uid not in same or uid in more)
    return result.site.model_copy(update={"differs": differs, "mended": tuple(sorted(more))})


def _with_rows(site: Site, result: _WorkResult, solution: _Solution, plan: Plan, solved: Plan) -> Site:
    """Add causes to ``mended`` that contain all of the solution's rows and further rows, which are filtered downstream.

    The models that read these causes have the solution's SQL, so the agent did not change them to filter the rows.
    """
    children = plan.children()
    found = set(site.mended)
    for uid, rows in result.rows.items():
        expected_rows = solution.rows[uid]
        readers = [child for child in children.get(uid, ()) if child in plan.steps]
        as_solved = all(child in solved.steps and plan.steps[child].sql == solved.steps[child].sql for child in readers)
        right = not any(child in site.differs and child not in site.mended for child in readers)
        if rows and expected_rows is not None and as_solved and right:
            found |= {uid} if all(rows.get(row, 0) >= count for row, count in expected_rows.items()) else set()
    return site.model_copy(update={"mended": tuple(sorted(found))})


def _with_changes(site: Site, plan: Plan, solved: Plan) -> Site:
    """Add relations that are missing from the plan or have a different location or materialization in the solution."""
    missing, otherwise = dict(site.missing), {}
    for uid, solved_step in solved.steps.items():
        step = plan.steps.get(uid)
        if step is None:
            missing[uid] = "it is no longer there"
        elif step.relation != solved_step.relation:
            missing[uid] = f"it is now {'.'.join(step.relation.key)}, not {'.'.join(solved_step.relation.key)}"
        elif solved_step.is_stored and not step.is_stored:
            missing[uid] = f"it is now {step.materialized}, not a {solved_step.materialized}"
        elif step.materialized != solved_step.materialized:
            otherwise[uid] = f"{step.materialized}, was {solved_step.materialized}"
    return site.model_copy(update={"missing": missing, "stored_otherwise": otherwise})


def _slow(of: _Builds, built: Built) -> tuple[Slow, ...]:
    """Time the clean SQL of each slow model on the same rows.

    The time of new models is added to the models that read them.
    """
    plan, solved, connection = of.plan, of.solved, of.connection
    found = []
    uids = {*built.steps, *plan.sources}
    for uid, result in built.steps.items():
        clean = solved.steps.get(uid)
        took = result.seconds + sum(built.steps[new].seconds for new in _new_above(plan, solved, uid))
        if took < SLOWER_SEC or clean is None or clean.sql == plan.steps[uid].sql:
            continue
        # An input no longer exists or is no longer stored. Another check reports that.
        if not uids.issuperset(clean.inputs):
            continue
        try:
            for parent in clean.inputs:
                of.runner.ensure(parent)
            started = time.perf_counter()
            connection.create(clean.relation, clean.sql)
            seconds = time.perf_counter() - started
        except StatementError:  # the inputs of the model have changed
            continue
        if took > seconds * SLOWER + SLOWER_SEC:
            found.append(Slow(relation=uid, seconds=round(took, 4), clean_seconds=round(seconds, 4)))
    return tuple(found)


def _new_above(plan: Plan, solved: Plan, uid: str) -> list[str]:
    """Return the models that are not in the solution and that a model reads, directly or through other new models."""
    found, pending = [], [uid]
    while pending:
        inputs = plan.steps[pending.pop()].inputs
        new = [each for each in inputs if each in plan.steps and each not in solved.steps and each not in found]
        found += new
        pending += new
    return found
