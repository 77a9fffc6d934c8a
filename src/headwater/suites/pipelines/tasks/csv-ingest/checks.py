"""Checks for csv-ingest: five irregular exports with fifteen events are loaded, and so are later files."""

import re
from dataclasses import dataclass
from functools import cache

from _folder import EVENT_TABLE, REJECTED_TABLE, UNREACHABLE, arrives, bad_rows, file_of
from _production import *
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
    PAID,
    PLAIN_EXPORT,
    PLAIN_PAID,
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
    robust,
)

TYPES = {
    "event_id": r"String",
    "event_time": r"DateTime(64)?\b.*",
    "gym": r"(LowCardinality\()?String\)?",
    "member_id": r"Nullable\(U?Int(32|64)\)",
    "event_type": r"(LowCardinality\()?String\)?|Enum.*",
    "amount": r"Nullable\(Decimal.*\)",
    "note": r"(LowCardinality\()?Nullable\(String\)\)?",
}


def _difference(events: list[Event], expected: list[Event]) -> str:
    """Describe in one sentence which rows are missing and which are unexpected."""
    missing = [row for row in expected if row not in events]
    surplus = [row for row in events if row not in expected]
    return f"{len(events)} of {len(expected)} events; missing {missing[:2] or 'none'}, too much {surplus[:2] or 'none'}"


def _compare(events: list[Event], expected: list[Event], when: str) -> Result:
    return expect(events == sorted(expected), f"{when}: {_difference(events, sorted(expected))}")


@functional(demand="prompt#analytics.events")
def events_have_arrived(graded: Graded) -> Result:
    """The events in the file without irregularities are loaded, with their amounts."""
    found = graded.clickhouse.query(PAID, {"gym": "aalborg"})
    expected = [(row[0], row[5]) for row in EVENTS if row[2] == "aalborg"]
    return expect_equal(found, expected, f"aalborg in {EVENT_TABLE}")


@functional(demand="queries/rejected.sql#line, reason")
def rejected_rows_are_kept(graded: Graded) -> Result:
    """The table of rejected rows contains rows with a file, line and reason."""
    columns = graded.clickhouse.columns(REJECTED_TABLE)
    return expect({"file", "line", "reason"} <= set(columns), f"columns of {REJECTED_TABLE}: {columns or 'no table'}")


@functional(demand="docs/jobs.md#sites")
def loads_a_new_file_into_an_empty_server(graded: Graded) -> Result:
    """On an empty server, the ingest creates the tables and loads whatever is in the folder."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;")
        arrives(copy, "ostrava", PLAIN_EXPORT)
        completed = copy.run()
        found = copy.clickhouse.query(PAID, {"gym": "ostrava"})
    return expect(
        completed.exit_code == 0 and found == PLAIN_PAID,
        f"on an empty server the ingest exited with {completed.exit_code} and loaded {len(found)} of {len(PLAIN_PAID)} "
        f"events of a plain file, such as {found[:2]} {completed.tail}",
    )


@correct(demand="docs/machines.md")
def exactly_the_fifteen_events(graded: Graded) -> Result:
    """Every event in the five exports is loaded once, with the right values."""
    return _compare(graded.clickhouse.query(SELECT), EVENTS, "from the five exports")


@correct(demand="docs/exports.md#exact to the cent")
def columns_have_proper_types(graded: Graded) -> Result:
    """Times and amounts have exact types, and columns with missing values are nullable."""
    columns = graded.clickhouse.columns(EVENT_TABLE)
    wrong = {
        name: columns.get(name) for name, pattern in TYPES.items() if not re.fullmatch(pattern, columns.get(name, ""))
    }
    return expect(not wrong, f"columns with a wrong type: {wrong or 'none'}", columns=columns)


@correct(demand="docs/corrections.md#the one that their editor shows")
def bad_rows_have_file_line_and_reason(graded: Graded) -> Result:
    """The three invalid rows are recorded with their file and line, and the reason names the column."""
    found = bad_rows(graded)
    places = [(file, line) for file, line, _ in found]
    columns_named = [
        column for (_, _, reason), (_, _, column) in zip(found, BAD_ROWS, strict=False) if column in reason
    ]
    return expect(
        places == [(file, line) for file, line, _ in BAD_ROWS] and len(columns_named) == len(BAD_ROWS),
        f"rejected rows: {found}",
    )


@correct(demand="docs/machines.md#expect any mixture")
def files_of_a_new_gym_are_loaded(graded: Graded) -> Result:
    """Two more files with other combinations of irregularities add their four events and nothing else."""
    with graded.copy() as copy:
        arrives(copy, "gander", NEW_EXPORT)
        copy.run(NEW_WINDOWS_EXPORT)
        copy.run()
        return _compare(copy.clickhouse.query(SELECT), [*EVENTS, *NEW_EVENTS], "after two more files")


@robust(demand="docs/corrections.md#is not an export")
def bad_rows_do_not_stop_the_others(graded: Graded) -> Result:
    """Valid rows are loaded despite invalid rows, an empty file and a file that is not an export."""
    with graded.copy() as copy:
        arrives(copy, "empty", "")
        arrives(copy, "hobro", BAD_EXPORT)
        arrives(copy, "a-list", STRANGE_EXPORT)
        completed = copy.run()
        found = copy.clickhouse.query(SELECT)
        bad = [(file, line) for file, line, reason in bad_rows(copy) if reason.strip()]
    expected_bad = [(file_of("a-list"), 1), *((file, line) for file, line, _ in BAD_ROWS)]
    expected_bad += [(file_of("hobro"), line) for line in BAD_LINES]
    expected = sorted([*EVENTS, *GOOD_EVENTS])
    return expect(
        completed.exit_code == 0 and found == expected and bad == sorted(expected_bad),
        f"the ingest exited with {completed.exit_code}; {_difference(found, expected)}; rejected {bad}",
    )


@robust(demand="docs/corrections.md#its entries are gone")
def a_corrected_file_clears_its_rejections(graded: Graded) -> Result:
    """When a gym sends a corrected file, the event is loaded and its rejected row is removed."""
    with graded.copy() as copy:
        arrives(copy, "espoo", CORRECTED_EXPORT)
        copy.run()
        found, bad = copy.clickhouse.query(SELECT), [file for file, _, _ in bad_rows(copy)]
    expected = sorted([*EVENTS, CORRECTED_EVENT])
    return expect(
        found == expected and bad == ["cardiff.csv", "dresden.csv"],
        f"after the correction: {_difference(found, expected)}; files with invalid rows: {bad}",
    )


@robust(demand="tools/archive.sh")
def archived_files_keep_their_events(graded: Graded) -> Result:
    """Events stay in the table after their file has left the folder."""
    with graded.copy() as copy:
        copy.run("rm exports/aalborg.csv exports/cardiff.csv")
        copy.run()
        return _compare(copy.clickhouse.query(SELECT), EVENTS, "after two files were archived")


@robust(demand="docs/jobs.md#when-something-fails")
def fails_when_clickhouse_is_away(graded: Graded) -> Result:
    """The ingest exits with a nonzero code if ClickHouse is unreachable."""
    with graded.copy() as copy:
        completed = copy.run(env=UNREACHABLE)
    return expect(
        completed.exit_code not in (0, 124), f"without ClickHouse the ingest exited with {completed.exit_code}"
    )


# Each insert takes the next block number in its partition, and a merged part keeps the highest.
STORED = """
    select partition_id, max(max_block_number), (select any(uuid) from system.tables
                                                 where database = 'analytics' and name = 'events')
    from system.parts where database = 'analytics' and table = 'events' and active group by partition_id order by 1
"""


@dataclass(frozen=True)
class LongLoad:
    """The cost of a run over a long file."""

    rows: int
    seconds: float
    inserts: int
    wrote_again: bool
    read_by_query: int


def _measure(state: State, query: str) -> LongLoad:
    """Run the ingest over a long file twice; count its statements and the rows that it writes."""
    inserts = """
        select count() from system.query_log
        where type = 'QueryFinish' and query_kind = 'Insert' and user = 'app'
    """

    def logged(sql: str) -> int:
        state.clickhouse.execute("system flush logs;")
        return int(state.clickhouse.scalar(sql) or 0)

    arrives(state, "long", long_export())
    logged("select 1")  # creates the table system.query_log
    before = logged(inserts)
    completed = state.run()
    first = logged(inserts) - before
    stored = state.clickhouse.query(STORED)
    rows = int(state.clickhouse.scalar("select count() from analytics.events"))
    state.run()
    wrote_again = state.clickhouse.query(STORED) != stored
    state.clickhouse.execute("optimize table analytics.events final;")  # the state after background merges
    return LongLoad(rows, completed.seconds, first, wrote_again, state.clickhouse.rows_read(query))


@cache
def _long_load(graded: Graded) -> LongLoad | None:
    """Measure the agent's ingest; return None if there is no table."""
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


@performant(demand="docs/jobs.md#a matter of seconds")
def a_long_file_loads_quickly(graded: Graded) -> Result:
    """Loading sixty thousand rows takes at most eight times as long as with the reference, plus two seconds."""
    load, reference = _long_load(graded), _reference_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(
        _complete(load) and load.seconds <= 8 * reference.seconds + 2,
        f"{load.rows} rows in {load.seconds:.1f} s; the reference takes {reference.seconds:.1f} s",
    )


@performant(demand="docs/jobs.md#ten thousand rows or more")
def rows_are_inserted_in_batches(graded: Graded) -> Result:
    """Sixty thousand rows are inserted with at most thirty statements."""
    load = _long_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(_complete(load) and load.inserts <= 30, f"{load.inserts} INSERT statements for {load.rows} rows")


@performant(demand="docs/jobs.md#without news inserts no rows")
def a_run_without_news_writes_nothing(graded: Graded) -> Result:
    """Another run over the same files writes no events."""
    load = _long_load(graded)
    if load is None:
        return expect(False, "there is no table to load into")
    return expect(
        _complete(load) and not load.wrote_again,
        f"a second run over {load.rows} events wrote {'rows' if load.wrote_again else 'nothing'} into the table",
    )


@performant(demand="queries/gym_day.sql#it should read that gym and day")
def the_dashboard_query_reads_little(graded: Graded) -> Result:
    """A query for one gym and day reads at most a fifth of the table, or three times as many rows as the reference."""
    load, reference = _long_load(graded), _reference_load(graded)
    if load is None:
        return expect(False, "there is no table to read from")
    limit = max(MANY / 5, 3 * reference.read_by_query)
    return expect(
        _complete(load) and load.read_by_query <= limit,
        f"the query reads {load.read_by_query} of {load.rows} rows; in the reference {reference.read_by_query}",
    )
