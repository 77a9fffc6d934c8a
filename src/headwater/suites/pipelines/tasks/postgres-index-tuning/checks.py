"""Checks for postgres-index-tuning: five slow queries get indexes, and a migration creates them in production."""

import re
from functools import cache

from _orders import (
    BLOCKING,
    QUERIES,
    added,
    back_to_start,
    indexes,
    insert_wal_bytes,
    new_indexes,
    nodes,
    noted_locks,
    pages,
    superfluous,
    texts,
    uses_new_index,
    watch_locks,
)

from headwater.grading import (
    Graded,
    Result,
    correct,
    expect,
    expect_equal,
    functional,
    performant,
    production,
    robust,
)

NAME = re.compile(r"orders_[a-z0-9_]+_idx")
BUDGET_MB = 80
SIMPLE = ("queries/latest_orders_of_user.sql", "queries/returns_of_month.sql")
CONTENT = "select count(*), sum(hashtextextended(o::text, 0)::numeric) from app.orders o"


@functional(demand="docs/migrations.md#what-is-in-the-folder")
def there_is_a_migration(graded: Graded) -> Result:
    """migrations/ contains files that create indexes."""
    files = [path for path in graded.workspace.files() if re.fullmatch(r"migrations/[^/]+\.sql", path)]
    return expect(files, f"SQL files in migrations/: {files or 'none'}")


@functional(demand="prompt")
def the_table_has_new_indexes(graded: Graded) -> Result:
    """Postgres finds a user's orders and a month's returns through new indexes."""
    new = new_indexes(graded)
    unusable = [index.name for index in new if not index.usable]
    used = sum(uses_new_index(graded, graded.postgres, path) for path in SIMPLE)
    return expect(
        new and not unusable and used == len(SIMPLE),
        f"{len(new)} new indexes, invalid: {unusable or 'none'}; {used} of {len(SIMPLE)} simple queries use one",
    )


@functional(demand="docs/migrations.md#Nothing is made by hand")
def the_migration_makes_these_indexes(graded: Graded) -> Result:
    """From the starting state, the entry point creates the same indexes as those in the agent's database."""
    expected = {index.definition for index in new_indexes(graded)}
    with graded.copy() as copy:
        back_to_start(graded, copy)
        completed = copy.run()
        created_indexes = {index.definition for index in added(graded, copy.postgres)}
        used = sum(uses_new_index(graded, copy.postgres, path) for path in SIMPLE)
    return expect(
        expected and created_indexes == expected and completed.exit_code == 0 and used == len(SIMPLE),
        f"the entry point exited with {completed.exit_code} and created {len(created_indexes)} of {len(expected)} "
        "indexes; "
        f"{used} of {len(SIMPLE)} simple queries use one "
        f"{completed.tail if completed.exit_code else ''}",
        missing=sorted(expected - created_indexes),
        others=sorted(created_indexes - expected),
    )


@correct(demand="tickets/SHOP-1893.md#reads the whole table")
def no_query_reads_the_whole_table(graded: Graded) -> Result:
    """Each of the five queries finds its rows through an index."""
    reading = [
        path
        for path, sql in texts(graded)
        if any("Seq Scan" in node["Node Type"] for node in nodes(graded.postgres.plan(sql)["Plan"]))
    ]
    return expect(not reading, f"queries that read the whole table: {', '.join(reading) or 'none'}")


@correct(demand="prompt")
def orders_are_unchanged(graded: Graded) -> Result:
    """No row or column is added, changed or removed."""
    columns = graded.postgres.columns("app.orders")
    if columns != graded.starting.postgres.columns("app.orders"):
        return expect(False, f"the columns of app.orders changed to {columns}")
    return expect_equal(
        graded.postgres.query(CONTENT), graded.starting.postgres.query(CONTENT), "count and digest of app.orders"
    )


@correct(demand="prompt")
def results_are_unchanged(graded: Graded) -> Result:
    """The five queries return the same results as before."""
    wrong = [path for path, sql in texts(graded) if graded.postgres.query(sql) != graded.starting.postgres.query(sql)]
    return expect(not wrong, f"queries with other results: {', '.join(wrong) or 'none'}")


@correct(demand="prompt#schema.sql")
def queries_and_schema_are_untouched(graded: Graded) -> Result:
    """The application's queries and the table's definition are unchanged."""
    protected_files = (*QUERIES, "schema.sql")
    changed = [
        path for path in protected_files if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)
    ]
    return expect(not changed, f"changed files: {', '.join(changed) or 'none'}")


@robust(demand="docs/migrations.md#orders are written at the usual rate")
def writers_need_not_wait(graded: Graded) -> Result:
    """Neither the first nor the second run takes a lock that blocks writes to the table."""
    file = "select relfilenode from pg_class where oid = to_regclass('app.orders')"
    with graded.copy() as copy:
        back_to_start(graded, copy)
        before = copy.postgres.scalar(file)
        watch_locks(copy.postgres)
        copy.run()
        copy.run()
        locks = noted_locks(copy.postgres)
        rewritten = copy.postgres.scalar(file) != before
    blocking = sorted({f"{statement} ({mode})" for statement, mode in locks if mode in BLOCKING})
    statements = sum(mode is None for _, mode in locks)
    return expect(
        statements and not blocking and not rewritten,
        f"{statements} DDL statements; those that block writes: {', '.join(blocking) or 'none'}"
        + ("; the table was rewritten" if rewritten else ""),
    )


@robust(demand="docs/migrations.md#when-a-release-is-cancelled")
def an_interrupted_run_is_finished(graded: Graded) -> Result:
    """After a run that left one index half-built and the others missing, the next one completes all of them."""
    expected = {index.definition for index in new_indexes(graded)}
    with graded.copy() as copy:
        new = added(graded, copy.postgres)
        back_to_start(graded, copy)
        for index in new[:1]:  # the state after a cancelled CREATE INDEX CONCURRENTLY
            copy.postgres.execute(index.definition)
            copy.postgres.administrator.execute(
                "update pg_index set indisvalid = false, indisready = false "
                f"where indexrelid = '{index.name}'::regclass"
            )
        completed = copy.run()
        created_indexes = added(graded, copy.postgres)
    unusable = [index.name for index in created_indexes if not index.usable]
    return expect(
        expected
        and completed.exit_code == 0
        and not unusable
        and {index.definition for index in created_indexes} == expected,
        f"after an interrupted run the next one exited with {completed.exit_code}: {len(created_indexes)} of "
        f"{len(expected)} "
        f"indexes, invalid: {unusable or 'none'}",
    )


@robust(demand="docs/migrations.md#left alone")
def a_second_run_keeps_the_indexes(graded: Graded) -> Result:
    """Another run of the migration keeps the existing indexes, and none is dropped and rebuilt."""
    oids = "select indexrelid from pg_index where indrelid = to_regclass('app.orders') order by 1"
    with graded.copy() as copy:
        before = copy.postgres.query(oids)
        copy.run()
        is_kept = copy.postgres.query(oids) == before
    return expect(
        new_indexes(graded) and is_kept, f"a second run {'kept' if is_kept else 'replaced'} {len(before)} indexes"
    )


@robust(demand="deploy/new_environment.sh")
def works_in_a_new_environment(graded: Graded) -> Result:
    """In a new database with only schema.sql applied, the entry point creates the same indexes."""
    schema = graded.workspace.shipped_text("schema.sql") or ""
    expected = {index.definition for index in new_indexes(graded)}
    with graded.copy() as copy:
        copy.postgres.execute("create database staging owner app")
        copy.postgres.execute(schema, database="staging")
        url = copy.stack.variables["POSTGRES_URL"].rsplit("/", 1)[0] + "/staging"
        completed = copy.run(env={"POSTGRES_URL": url, "PGDATABASE": "staging"})
        created_indexes = {index.definition for index in indexes(copy.postgres, "staging")}
    return expect(
        expected and completed.exit_code == 0 and expected <= created_indexes,
        f"in an empty database the entry point exited with {completed.exit_code} and created "
        f"{len(expected & created_indexes)} of "
        f"{len(expected)} indexes {completed.tail if completed.exit_code else ''}",
    )


@robust(demand="deploy/release.sh#if ! bash migrate.sh")
def fails_visibly(graded: Graded) -> Result:
    """Without a database, or without the table, the entry point exits with a nonzero code."""
    env = {"POSTGRES_URL": "postgresql://app@127.0.0.1:1/app", "PGHOST": "127.0.0.1", "PGPORT": "1"}
    with graded.copy() as copy:
        unreachable = copy.run(env=env).exit_code
        copy.postgres.execute("create database hollow owner app")
        url = copy.stack.variables["POSTGRES_URL"].rsplit("/", 1)[0] + "/hollow"
        without_table = copy.run(env={"POSTGRES_URL": url, "PGDATABASE": "hollow"}).exit_code
    return expect(
        unreachable not in (0, 124) and without_table not in (0, 124),
        f"exit codes: {unreachable} without a database, {without_table} without the table",
    )


def _too_many_pages(graded: Graded, *, other_values: bool) -> Result:
    """Compare the number of pages that each query touches with the reference and with the starting state."""
    page_counts = {}
    for path, sql in texts(graded, other_values=other_values):
        states = (graded.postgres, graded.reference.postgres, graded.starting.postgres)
        page_counts[path] = tuple(pages(postgres, sql) for postgres in states)
    slow = {
        path: now for path, (now, reference, before) in page_counts.items() if now > max(4 * reference, before / 20)
    }
    return expect(
        not slow,
        "pages touched (now/reference/before): "
        + ", ".join(f"{path} {'/'.join(map(str, counts))}" for path, counts in page_counts.items()),
        too_many=slow,
    )


@performant(demand="tickets/SHOP-1893.md#touch the pages that those are on and few others")
def queries_touch_few_pages(graded: Graded) -> Result:
    """Each query touches at most four times as many pages as with the reference, or a twentieth of its former pages."""
    return _too_many_pages(graded, other_values=False)


@performant(demand="tickets/SHOP-1893.md#are parameters")
def other_values_touch_few_pages(graded: Graded) -> Result:
    """With another user, day, month and address, the queries meet the same limit."""
    return _too_many_pages(graded, other_values=True)


@performant(demand="prompt")
def queries_are_quick(graded: Graded) -> Result:
    """Each query takes at most a quarter of its previous time, or five times as long as with the reference."""
    slow = []
    for path, sql in [*texts(graded), *texts(graded, other_values=True)]:
        now, before = graded.postgres.seconds(sql), graded.starting.postgres.seconds(sql)
        if now > before / 4 and now > 5 * graded.reference.postgres.seconds(sql):
            slow.append(f"{path} {1000 * now:.1f} ms, before {1000 * before:.1f} ms")
    return expect(not slow, f"queries that are hardly faster than before: {', '.join(slow) or 'none'}")


@performant(demand="monitoring/index_report.sql#writes into every index")
def writing_orders_stays_cheap(graded: Graded) -> Result:
    """Inserting orders writes at most 1.5 times as much WAL as with the reference's indexes."""
    now, reference = insert_wal_bytes(graded.postgres), insert_wal_bytes(graded.reference.postgres)
    return expect(
        new_indexes(graded) and now <= 1.5 * reference,
        f"5000 new orders write {now / 1e6:.2f} MB of WAL with {len(new_indexes(graded))} new indexes; "
        f"with the reference's {reference / 1e6:.2f} MB",
    )


@performant(demand="monitoring/index_report.sql#HAVING sum(bytes)")
def indexes_fit_the_budget(graded: Graded) -> Result:
    """The total size of the new indexes is within the documented limit."""
    new = new_indexes(graded)
    megabytes = sum(index.size for index in new) / 1e6
    return expect(new and megabytes <= BUDGET_MB, f"the new indexes take {megabytes:.1f} MB, at most {BUDGET_MB}")


@cache
def _used_indexes(graded: Graded) -> frozenset[str]:
    """Return the names of the indexes that the five queries use."""
    queries = [*texts(graded), *texts(graded, other_values=True)]
    plans = [graded.postgres.plan(sql)["Plan"] for _, sql in queries]
    return frozenset(str(node["Index Name"]) for plan in plans for node in nodes(plan) if "Index Name" in node)


@production(demand="monitoring/index_report.sql#has not been used by any query")
def every_index_is_used(graded: Graded) -> Result:
    """Each new index is used by at least one of the five queries, and none is a prefix of another."""
    new = [index.bare_name for index in new_indexes(graded)]
    idle = [name for name in new if name not in _used_indexes(graded)]
    redundant = sorted(superfluous(graded.postgres).intersection(new))
    return expect(
        new and not idle and not redundant,
        f"of {len(new)} new indexes, no query uses: {', '.join(idle) or 'none'}; "
        f"prefixes of another index: {', '.join(redundant) or 'none'}",
    )


@production(demand="monitoring/index_report.sql#is not called")
def names_follow_the_convention(graded: Graded) -> Result:
    """The names of new indexes have the form orders_<what>_idx."""
    new = new_indexes(graded)
    strange = [index.bare_name for index in new if not NAME.fullmatch(index.bare_name)]
    return expect(new and not strange, f"names that do not follow the convention: {', '.join(strange) or 'none'}")


@production(demand="deploy/back.sh#rollback.sql")
def rollback_takes_back_exactly_this(graded: Graded) -> Result:
    """rollback.sql restores the starting state's indexes, and the migration can run again."""
    started_with = [index.definition for index in indexes(graded.starting.postgres)]
    now = {index.definition for index in indexes(graded.postgres)}
    with graded.copy() as copy:
        completed = copy.run('psql "$POSTGRES_URL" -X -q -v ON_ERROR_STOP=1 -f rollback.sql')
        definitions = [index.definition for index in indexes(copy.postgres)]
        copy.run()
        second_definitions = {index.definition for index in indexes(copy.postgres)}
    return expect(
        completed.exit_code == 0 and definitions == started_with and second_definitions == now,
        f"rollback.sql exited with {completed.exit_code} and left {len(definitions)} of {len(now)} indexes; "
        "at the start "
        f"there were {len(started_with)}; after another run there are {len(second_definitions)} {completed.tail}",
    )


@production(demand="docs/migrations.md#readmemd")
def readme_explains_the_indexes(graded: Graded) -> Result:
    """README.md describes the command, its environment variable, the rollback, each index and each query."""
    text = graded.workspace.read_text("README.md")
    expected = {"migrate.sh": r"migrate\.sh", "POSTGRES_URL": "POSTGRES_URL", "rollback.sql": r"rollback\.sql"}
    names = [index.bare_name for index in new_indexes(graded)]
    expected |= {name: rf"\b{re.escape(name)}\b" for name in names}
    for path, sql in texts(graded):
        stem, title = path.removeprefix("queries/").removesuffix(".sql"), sql.partition(":")[0].strip("- ")
        expected[stem] = rf"(?i)\b{stem.replace('_', '[ _-]')}|{re.escape(title)}"
    missing = [name for name, pattern in expected.items() if not re.search(pattern, text)]
    return expect(names and not missing, f"README.md does not name: {', '.join(missing) or 'nothing'}")
