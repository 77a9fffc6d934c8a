"""Checks of csv-ingest: five untidy exports, fifteen events, and the files that come after them."""

import re
from dataclasses import dataclass
from functools import cache

from _truth import (
    BAD_EXPORT,
    BAD_LINES,
    BAD_ROWS,
    CORRECTED_EVENT,
    CORRECTED_EXPORT,
    EVENTS,
    GOOD_EVENTS,
    MANY,
    NEW_EVENTS,
    NEW_EXPORT,
    NEW_WINDOWS_EXPORT,
    REJECTED,
    SELECT,
    STRANGE_EXPORT,
    Event,
    long_export,
)

from headwater.grading import (
    Graded,
    QueryError,
    Result,
    State,
    correct,
    expect,
    expect_equal,
    functional,
    performant,
    production,
    robust,
)

EVENT_TABLE = "analytics.events"
REJECTED_TABLE = "analytics.rejected_rows"
TYPES = {
    "event_id": r"String",
    "event_time": r"DateTime(64)?\b.*",
    "gym": r"(LowCardinality\()?String\)?",
    "member_id": r"Nullable\(U?Int(32|64)\)",
    "event_type": r"(LowCardinality\()?String\)?|Enum.*",
    "amount": r"Nullable\(Decimal.*\)",
    "note": r"(LowCardinality\()?Nullable\(String\)\)?",
}


def _difference(found: list[Event], expected: list[Event]) -> str:
    """Say in a sentence what is missing and what is too much."""
    missing = [row for row in expected if row not in found]
    surplus = [row for row in found if row not in expected]
    return f"{len(found)} of {len(expected)} events; missing {missing[:2] or 'none'}, too much {surplus[:2] or 'none'}"


def _compare(found: list[Event], expected: list[Event], when: str) -> Result:
    return expect(found == sorted(expected), f"{when}: {_difference(found, sorted(expected))}")


def _bad_rows(state: State | Graded) -> list[tuple[str, int, str]]:
    return [(str(file), int(line), str(reason)) for file, line, reason in state.clickhouse.query(REJECTED)]


def _file(gym: str) -> str:
    return f"{gym}.csv"


def _arrives(state: State, gym: str, export: str) -> None:
    """Put an export into the folder, or in the place of the one that is there."""
    state.write(f"exports/{_file(gym)}", export)


@functional
def events_have_arrived(graded: Graded) -> Result:
    """The table of events is there and has rows."""
    rows = graded.clickhouse.scalar("select count() from analytics.events")
    return expect(rows, f"{EVENT_TABLE} has {rows} rows")


@functional
def rejected_rows_are_kept(graded: Graded) -> Result:
    """The table of bad rows is there, with file, line and reason."""
    columns = graded.clickhouse.columns(REJECTED_TABLE)
    return expect({"file", "line", "reason"} <= set(columns), f"columns of {REJECTED_TABLE}: {columns or 'no table'}")


@functional
def loads_into_an_empty_server(graded: Graded) -> Result:
    """The ingest needs nothing but its files: it also works where no table is there yet."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;")
        completed = copy.run()
        rows = copy.clickhouse.scalar("select count() from analytics.events")
    return expect(
        completed.exit_code == 0 and rows,
        f"on an empty server the ingest ended with {completed.exit_code} and {rows} rows {completed.tail}",
    )


@correct
def exactly_the_fifteen_events(graded: Graded) -> Result:
    """Every event of the five exports is there once, and each of its values is right."""
    return _compare(graded.clickhouse.query(SELECT), EVENTS, "from the five exports")


@correct
def columns_have_proper_types(graded: Graded) -> Result:
    """Times are times, amounts are exact, and what is not known can be NULL."""
    columns = graded.clickhouse.columns(EVENT_TABLE)
    wrong = {
        name: columns.get(name) for name, pattern in TYPES.items() if not re.fullmatch(pattern, columns.get(name, ""))
    }
    return expect(not wrong, f"columns of an unfit type: {wrong or 'none'}", columns=columns)


@correct
def bad_rows_have_file_line_and_reason(graded: Graded) -> Result:
    """The three bad rows are listed by file and line, and the reason names the column."""
    found = _bad_rows(graded)
    places = [(file, line) for file, line, _ in found]
    named = [column for (_, _, reason), (_, _, column) in zip(found, BAD_ROWS, strict=False) if column in reason]
    return expect(
        places == [(file, line) for file, line, _ in BAD_ROWS] and len(named) == len(BAD_ROWS),
        f"rejected are {found}",
    )


@correct
def files_of_a_new_gym_are_loaded(graded: Graded) -> Result:
    """Two more files, another mixture of the same habits, add their four events and nothing else."""
    with graded.copy() as copy:
        _arrives(copy, "gander", NEW_EXPORT)
        copy.run(NEW_WINDOWS_EXPORT)
        copy.run()
        return _compare(copy.clickhouse.query(SELECT), [*EVENTS, *NEW_EVENTS], "after two more files")


@robust
def bad_rows_do_not_stop_the_others(graded: Graded) -> Result:
    """Between bad rows, beside an empty file and one that is no export, the good rows are loaded."""
    with graded.copy() as copy:
        _arrives(copy, "empty", "")
        _arrives(copy, "hobro", BAD_EXPORT)
        _arrives(copy, "a-list", STRANGE_EXPORT)
        completed = copy.run()
        found = copy.clickhouse.query(SELECT)
        bad = [(file, line) for file, line, reason in _bad_rows(copy) if reason.strip()]
    expected_bad = [(_file("a-list"), 1), *((file, line) for file, line, _ in BAD_ROWS)]
    expected_bad += [(_file("hobro"), line) for line in BAD_LINES]
    expected = sorted([*EVENTS, *GOOD_EVENTS])
    return expect(
        completed.exit_code == 0 and found == expected and bad == sorted(expected_bad),
        f"the ingest ended with {completed.exit_code}; {_difference(found, expected)}; rejected {bad}",
    )


@robust
def a_corrected_file_clears_its_rejections(graded: Graded) -> Result:
    """When a gym sends its file again without the fault, the event arrives and its bad row is gone."""
    with graded.copy() as copy:
        _arrives(copy, "espoo", CORRECTED_EXPORT)
        copy.run()
        found, bad = copy.clickhouse.query(SELECT), [file for file, _, _ in _bad_rows(copy)]
    expected = sorted([*EVENTS, CORRECTED_EVENT])
    return expect(
        found == expected and bad == ["cardiff.csv", "dresden.csv"],
        f"after the correction: {_difference(found, expected)}; files with bad rows {bad}",
    )


@robust
def archived_files_keep_their_events(graded: Graded) -> Result:
    """Events stay in the table when their file has left the folder."""
    with graded.copy() as copy:
        copy.run("rm exports/aalborg.csv exports/cardiff.csv")
        copy.run()
        return _compare(copy.clickhouse.query(SELECT), EVENTS, "after two files were archived")


@robust
def fails_when_clickhouse_is_away(graded: Graded) -> Result:
    """The scheduler sees an exit code."""
    with graded.copy() as copy:
        completed = copy.run(env=_AWAY)
    return expect(
        completed.exit_code not in (0, 124), f"without ClickHouse the ingest ended with {completed.exit_code}"
    )


_AWAY = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-7719",
}


@dataclass(frozen=True)
class LongLoad:
    """What a run over a long file took."""

    rows: int
    seconds: float
    inserts: int
    written_again: int
    read_by_query: int


def _measure(state: State, query: str) -> LongLoad:
    """Run the ingest over a long file, and once more; count the statements and the rows that it wrote."""
    inserts = "select count() from system.query_log where type = 'QueryFinish' and query_kind = 'Insert'"
    written = (
        f"select sum(written_rows) from system.query_log where type = 'QueryFinish' and has(tables, '{EVENT_TABLE}')"
    )

    def logged(sql: str) -> int:
        state.clickhouse.execute("system flush logs;")
        return int(state.clickhouse.scalar(sql) or 0)

    _arrives(state, "long", long_export())
    logged("select 1")  # makes the log's table
    before = logged(inserts)
    completed = state.run()
    first = logged(inserts) - before
    written_first = logged(written)
    rows = int(state.clickhouse.scalar("select count() from analytics.events"))
    state.run()
    written_again = logged(written) - written_first
    state.clickhouse.execute("optimize table analytics.events final;")  # as the background merges leave it
    return LongLoad(rows, completed.seconds, first, written_again, state.clickhouse.rows_read(query))


@cache
def _long_load(graded: Graded) -> LongLoad | None:
    """Measure the agent's ingest; None if it left no table."""
    with graded.copy() as copy:
        try:
            return _measure(copy, _dashboard_query(graded))
        except QueryError:
            return None


@cache
def _reference_load(graded: Graded) -> LongLoad:
    return _measure(graded.reference, _dashboard_query(graded))


def _dashboard_query(graded: Graded) -> str:
    return (graded.workspace.shipped_text("queries/gym_day.sql") or "").strip().rstrip(";")


def _complete(load: LongLoad | None) -> bool:
    return load is not None and load.rows == len(EVENTS) + MANY


@performant
def a_long_file_loads_quickly(graded: Graded) -> Result:
    """Sixty thousand rows take at most eight times what the reference takes, and two seconds."""
    load, reference = _long_load(graded), _reference_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(
        _complete(load) and load.seconds <= 8 * reference.seconds + 2,
        f"{load.rows} rows in {load.seconds:.1f} s; the reference takes {reference.seconds:.1f} s",
    )


@performant
def rows_are_inserted_in_batches(graded: Graded) -> Result:
    """Sixty thousand rows need at most thirty INSERT statements."""
    load = _long_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(_complete(load) and load.inserts <= 30, f"{load.inserts} INSERT statements for {load.rows} rows")


@performant
def a_run_without_news_writes_nothing(graded: Graded) -> Result:
    """The next run over the same files writes no event again."""
    load = _long_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(
        _complete(load) and load.written_again == 0,
        f"a second run over {load.rows} events wrote {load.written_again} rows",
    )


@performant
def the_dashboard_query_reads_little(graded: Graded) -> Result:
    """A day of one gym reads at most a fifth of the table, or three times what it reads in the reference's."""
    load, reference = _long_load(graded), _reference_load(graded)
    if load is None:
        return expect(False, "there is no table to read from")
    limit = max(MANY / 5, 3 * reference.read_by_query)
    return expect(
        _complete(load) and load.read_by_query <= limit,
        f"the query reads {load.read_by_query} of {load.rows} rows; in the reference {reference.read_by_query}",
    )


@production
def schema_file_makes_the_tables(graded: Graded) -> Result:
    """In an empty server schema.sql makes both tables as they are, and may be run again."""
    text = re.sub(r"--[^\n]*", "", graded.workspace.read_text("schema.sql"))
    statements = [part.strip() for part in re.split(r";[ \t]*(?:\n|\Z)", text) if part.strip()]
    tables = (EVENT_TABLE, REJECTED_TABLE)
    now = [graded.clickhouse.columns(table) for table in tables]
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;")
        for statement in statements * 2:
            copy.clickhouse.execute(statement)
        made = [copy.clickhouse.columns(table) for table in tables]
    same = statements and all(now) and made == now
    return expect(same, f"schema.sql has {len(statements)} statements and makes {made}")


@production
def each_file_is_reported(graded: Graded) -> Result:
    """A run prints for each file how many events were new and how many rows were rejected."""
    with graded.copy() as copy:
        _arrives(copy, "hobro", BAD_EXPORT)
        lines = copy.run().stdout.splitlines()
    wanted = (f"hobro.csv: {len(GOOD_EVENTS)} new, {len(BAD_LINES)} rejected", "espoo.csv: 0 new, 1 rejected")
    missing = [line for line in wanted if not any(printed.strip() == line for printed in lines)]
    return expect(not missing, f"not printed: {missing or 'nothing'}; printed were {lines[:8]}")


@production
def a_failing_run_says_why(graded: Graded) -> Result:
    """What a failing run prints is a readable line that names ClickHouse: no traceback, no password."""
    with graded.copy() as copy:
        completed = copy.run(env=_AWAY)
    said = completed.stdout + completed.stderr
    secret = _AWAY["CLICKHOUSE_PASSWORD"]
    return expect(
        completed.exit_code and "clickhouse" in said.lower() and secret not in said and "Traceback" not in said,
        f"without ClickHouse the ingest printed {said.replace(secret, '<the password>')[-300:]!r}",
    )


@production
def readme_is_enough_to_run_it(graded: Graded) -> Result:
    """README.md names the command, the folder, the tables, the schema and the variables that the code reads."""
    text = graded.workspace.read_text("README.md")
    code = "\n".join(source.text for source in graded.workspace.sources() if source.path.endswith((".py", ".sh")))
    variables = sorted(set(re.findall(r"\bCLICKHOUSE_[A-Z_]+\b", code)))
    wanted = ["python3 ingest.py", "exports/", EVENT_TABLE, REJECTED_TABLE, "schema.sql", *variables]
    missing = [word for word in wanted if word not in text]
    return expect(variables and not missing, f"README.md does not name: {', '.join(missing) or 'nothing'}")


@production
def only_the_two_tables_are_left(graded: Graded) -> Result:
    """No scratch table stays in the database."""
    return expect_equal(graded.clickhouse.tables(), [EVENT_TABLE, REJECTED_TABLE], "the list of tables")
