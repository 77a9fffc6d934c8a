"""Tries breaks of stored state: builds projects on stored tables, and repairs such tables as an answer does."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from headwater.dbt.engine import (
    Built,
    DuckDBConnection,
    Known,
    Plan,
    RelationContent,
    Runner,
    from_stored,
    injected,
    next_run,
    stored_source,
)
from headwater.suites.warehouse._bi import is_definition
from headwater.suites.warehouse._state import with_upstream, write_stored
from headwater.suites.warehouse.breaks._break import Break, TableRepair
from headwater.suites.warehouse.breaks._lab import Deciding, Lab, TriedBuild
from headwater.suites.warehouse.breaks._read import apply_edits
from headwater.suites.warehouse.judge._later import FirstRun, later_plan, without_new_rows
from headwater.suites.warehouse.judge._values import values_of


def stored_relations(plan: Plan, one: Break) -> dict[str, str]:
    """Return the conditions on the rows that a break's past code built, keyed by the unique id of the relation."""
    uids = {step.name: uid for uid, step in plan.steps.items() if step.kind in ("model", "snapshot")}
    return {uids[name]: condition for name, condition in one.past.rows.items()} if one.past else {}


def past_files(lab: Lab, one: Break) -> dict[str, str]:
    """Return the files that a break's past code changes in the clean project."""
    return apply_edits(lab.texts, one.past.edits, f"{one.id}: past") if one.past else {}


@contextmanager
def starting_tables(lab: Lab, one: Break) -> Iterator[Path | None]:
    """Write the stored tables of a break to a temporary file. Yield None if the break has no past."""
    if one.past is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
        file = Path(folder) / "stored.duckdb"
        write_stored(lab.base, past_files(lab, one), stored_relations(lab.base.plan, one), file)
        yield file


@contextmanager
def repaired_tables(
    lab: Lab, one: Break, files: Mapping[str, str], repair: TableRepair | None, start: Path
) -> Iterator[Path]:
    """Yield the stored tables after an answer's repair. The answer consists of files and a repair."""
    with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
        state = start
        if repair and repair.sql:
            state = _written(lab, one, files, state, Path(folder) / "changed.duckdb", TableRepair(sql=repair.sql))
        if repair and repair.refresh:
            state = _written(lab, one, files, state, Path(folder) / "built.duckdb", TableRepair(refresh=repair.refresh))
        yield state


def _written(lab: Lab, one: Break, files: Mapping[str, str], before: Path, file: Path, repair: TableRepair) -> Path:
    """Write the stored tables after statements in the warehouse, or after models were built from scratch."""
    plan = lab.plan(files)
    stored = stored_relations(lab.base.plan, one)
    names = {uid: plan.steps[uid].relation for uid in stored if plan.steps[uid].name not in repair.refresh}
    connection = DuckDBConnection(
        plan.database, lab.base.raw, base=lab.base.relations, inject=one.inject, stored_file=before, file=file
    )
    with closing(connection):
        taken = connection.take(names.values())
        kept = {uid: taken[name] for uid, name in names.items() if name in taken}
        sources = {stored_source(uid): content for uid, content in kept.items()} | injected(
            plan, connection, one.inject
        )
        wanted = {*kept, *(uid for uid in stored if uid not in names), *_mentioned(plan, repair.sql)}
        part = with_upstream(from_stored(plan, tuple(kept)), wanted)
        # A stored table whose name is unknown is built in this file, even if the clean build has the same rows.
        unstored = {uid: name for uid, name in lab.base.names.items() if uid not in stored}
        runner = Runner(part, connection, Known(lab.base.built, unstored), sources=sources)
        runner.run(tests=())
        for uid in sorted(wanted):
            runner.ensure(uid)
        for sql in repair.sql:
            connection.rows(sql)
    return file


def _mentioned(plan: Plan, statements: Sequence[str]) -> set[str]:
    """Return the relations that statements name with their schema."""
    return {
        uid
        for uid, step in plan.steps.items()
        if step.is_stored
        and not step.is_query
        and any(f"{step.relation.schema}.{step.relation.identifier}" in sql for sql in statements)
    }


def build_on(
    lab: Lab,
    one: Break,
    changes: Mapping[str, str],
    state: Path | None,
    *,
    is_later: bool,
    tests: Collection[str] | None = None,
    deciding: Deciding | None = None,
) -> TriedBuild:
    """Build the clean project with changed files on stored tables.

    Args:
        lab: The lab of the company.
        one: The break, which names the stored relations.
        changes: The changed files.
        state: A file with the stored tables, or None for those of the clean build.
        is_later: Whether another run changes these tables. Otherwise they are read as they are.
        tests: The tests to run, or None for all tests.
        deciding: The relation that ends the build if it is wrong.
    """
    plan = lab.plan(changes)
    if plan.errors or plan.refusals:
        return TriedBuild(plan, Built())
    with _opened(lab, one, changes, state, is_later=is_later) as (ran, runner, _):
        if ran.errors or ran.refusals:
            return TriedBuild(ran, Built())
        return lab.run(runner, plan, tests, deciding)


def build_later(lab: Lab, one: Break, changes: Mapping[str, str], built: Built) -> TriedBuild:
    """Build changed files in a later run with new rows, which starts from tables of the clean build without these.

    Args:
        lab: The lab of the company.
        one: The break, which may change raw data.
        changes: The changed files.
        built: The first run of the changed files.
    """
    plan, base = lab.plan(changes), lab.base
    texts = {file: text for file, text in changes.items() if not is_definition(file)}
    first = FirstRun(base.project.with_texts(texts), plan, built)
    with closing(DuckDBConnection(plan.database, base.raw, base=base.relations, inject=one.inject)) as connection:
        ran, stored = later_plan(first, without_new_rows(base, first.built, connection))
        if ran.errors or ran.refusals:
            return TriedBuild(ran, Built())
        sources = injected(plan, connection, one.inject)
        later = Runner(ran, connection, lab.known, sources={**sources, **stored}).run(tests=())
    lab.learn(later)
    return TriedBuild(ran, later)


def values_on(
    lab: Lab, one: Break, changes: Mapping[str, str], state: Path | None, contents: Mapping[str, RelationContent]
) -> dict[str, Any]:
    """Return comparable values of relations after another run on stored tables, or of the solution if there are none.

    See `build_on` for the arguments.
    """
    with _opened(lab, one, changes, state, is_later=state is not None) as (ran, runner, connection):
        runner.run(tests=())
        return {uid: values_of(uid, content, ran, connection, runner) for uid, content in contents.items()}


@contextmanager
def _opened(
    lab: Lab, one: Break, changes: Mapping[str, str], state: Path | None, *, is_later: bool
) -> Iterator[tuple[Plan, Runner, DuckDBConnection]]:
    plan, base = lab.plan(changes), lab.base
    connection = DuckDBConnection(plan.database, base.raw, base=base.relations, inject=one.inject, stored_file=state)
    with closing(connection):
        names = {uid: plan.steps[uid].relation for uid in stored_relations(base.plan, one) if uid in plan.steps}
        contents: dict[str, RelationContent] = {}
        if state is None:
            for uid, name in names.items():
                connection.keep(name, base.names[uid])
                content = base.built.steps[uid].content
                assert content is not None
                contents[uid] = content
        else:
            taken = connection.take(names.values())
            contents = {uid: taken[name] for uid, name in names.items() if name in taken}
        sources = injected(plan, connection, one.inject)
        sources |= {stored_source(uid): content for uid, content in contents.items()}
        if is_later:
            texts = {file: text for file, text in changes.items() if not is_definition(file)}
            columns = {uid: content.columns for uid, content in contents.items()}
            plan = next_run(base.project.with_texts(texts), plan, columns)
        else:
            plan = from_stored(plan, tuple(contents))
        yield plan, Runner(plan, connection, lab.known, sources=sources), connection
