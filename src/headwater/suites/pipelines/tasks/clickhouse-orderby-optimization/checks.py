"""Checks for clickhouse-orderby-optimization: the table gets a layout for its reports while clients read and write."""

from _table import (
    NEW_ID,
    REBUILD,
    TABLE,
    bytes_on_disk,
    columns,
    content,
    count,
    distinct,
    occasions,
    parts_of_a_batch,
    reports,
    sorting_key,
    watched_migration,
    work_left,
    work_of_reference,
    write,
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

DEFAULTS = "select currency, toString(received_at) from analytics.events where event_id = 77"
ROW = "(77, '2026-03-31 09:30:00', 'jordalen', 1650, NULL, 'stop', 4100, 3.1900)"


@functional(demand="prompt#analytics.events")
def events_is_sorted(graded: Graded) -> Result:
    """The table has a sorting key, and the same distinct pairs of region and time as at the start."""
    key = sorting_key(graded.clickhouse)
    found, expected = occasions(graded.clickhouse), occasions(graded.starting.clickhouse)
    return expect(
        key and found == expected,
        f"{TABLE} is sorted by ({key}); it has {found[0]} distinct pairs of region and time, and had {expected[0]}, "
        f"which are {'the same' if found == expected else 'different'}",
    )


@functional(demand="docs/migrations.md#at-the-sites")
def migrates_another_site(graded: Graded) -> Result:
    """The script works on a site whose table has the old layout."""
    outcome = watched_migration(graded)
    return expect(
        outcome.completed.exit_code == 0 and outcome.key,
        f"on an unmigrated table the script exited with {outcome.completed.exit_code}; "
        f"the table is sorted by ({outcome.key}) {outcome.completed.tail}",
    )


@functional(demand="docs/migrations.md#five chargers")
def migrates_a_small_site(graded: Graded) -> Result:
    """The script also works on a table with a handful of rows."""
    with graded.copy(data="starting") as site:
        site.clickhouse.execute("truncate table analytics.events")
        written = write(site.clickhouse, NEW_ID)
        completed = site.run()
        key = sorting_key(site.clickhouse)
        kept_count = distinct(site.clickhouse, NEW_ID, NEW_ID + written - 1)[1]
    return expect(
        completed.exit_code == 0 and key and kept_count == written,
        f"with {written} rows the script exited with {completed.exit_code}: {kept_count} of them are kept, "
        f"sorted by ({key}) {completed.tail}",
    )


@correct(demand="docs/migrations.md#every row")
def every_row_and_value_is_kept(graded: Graded) -> Result:
    """The number of rows and a hash of all values equal those of the starting table."""
    names = [row[0] for row in columns(graded.starting.clickhouse)]
    found, expected = content(graded.clickhouse, names), content(graded.starting.clickhouse, names)
    return expect_equal(found, expected, "number of rows and hash of all values")


@correct(demand="docs/migrations.md#with types, defaults and comments")
def columns_are_as_they_were(graded: Graded) -> Result:
    """The order, names, types, defaults and comments of the columns are kept."""
    found, expected = columns(graded.clickhouse), columns(graded.starting.clickhouse)
    if found == expected:
        return expect(True, f"all {len(found)} columns are unchanged")
    other = [column for column in found if column not in expected]
    return expect(False, f"{len(found)} of {len(expected)} columns; changed: {other or 'their order'}")


@correct(demand="prompt")
def reports_answer_as_before(graded: Graded) -> Result:
    """The shipped report queries return exactly the same results."""
    queries = reports(graded)
    other = [
        name for name, sql in queries.items() if graded.clickhouse.query(sql) != graded.starting.clickhouse.query(sql)
    ]
    return expect(
        not other, f"{len(queries) - len(other)} of {len(queries)} reports return the same results; changed: {other}"
    )


@correct(demand="insert_events.sql")
def inserts_work_as_before(graded: Graded) -> Result:
    """The chargers' INSERT statement still works, and columns that it omits get their defaults."""
    statement = graded.workspace.shipped_text("insert_events.sql")
    with graded.copy() as copy:
        copy.clickhouse.execute(f"{statement} {ROW}")
        found = copy.clickhouse.query(DEFAULTS)
    return expect_equal(found, [("EUR", "2026-03-31 09:30:02")], "an inserted row with its defaults")


@robust(demand="docs/migrations.md#when-it-is-cut-off")
def finishes_what_was_interrupted(graded: Graded) -> Result:
    """A run after an interrupted one neither loses nor duplicates rows, including those inserted in between."""
    with graded.copy(data="starting") as site:
        clickhouse = site.clickhouse
        clickhouse.execute(
            f"create table {REBUILD} as analytics.events engine = MergeTree order by (region, event_ts);\n"
            f"insert into {REBUILD} select * from analytics.events where event_id % 2 = 0;\n"
        )
        expected = count(clickhouse) + write(clickhouse, NEW_ID)
        completed = site.run()
        rows, ids = distinct(clickhouse)
        has_rebuild = clickhouse.has_table(REBUILD)
    return expect(
        completed.exit_code == 0 and rows == ids == expected and not has_rebuild,
        f"after an interrupted run the next one exited with {completed.exit_code}: {rows} rows, {ids} ids of {expected}"
        + (f", {REBUILD} still exists" if has_rebuild else ""),
    )


@robust(demand="docs/migrations.md#What it inserts meanwhile")
def rows_written_meanwhile_are_kept(graded: Graded) -> Result:
    """Each event that is inserted during the migration is in the table exactly once at the end."""
    outcome = watched_migration(graded)
    return expect(
        outcome.written > 0 and outcome.kept_count == outcome.ids == outcome.written,
        f"{outcome.written} rows were written meanwhile; "
        f"the table has {outcome.kept_count} of them, with {outcome.ids} distinct ids",
    )


@robust(demand="docs/migrations.md#while-it-runs")
def the_table_is_never_away(graded: Graded) -> Result:
    """Throughout the migration, reports find the table with all of its old rows."""
    outcome = watched_migration(graded)
    refused = f"; {len(outcome.refusals)} refused: {outcome.refusals[0]}" if outcome.refusals else ""
    return expect(
        not outcome.refusals and not outcome.drops and outcome.lowest >= outcome.started_with,
        f"reports saw at least {outcome.lowest} of {outcome.started_with} rows; "
        f"the table was dropped or emptied {outcome.drops} times{refused}",
    )


@robust(demand="docs/migrations.md#left as it is")
def leaves_a_migrated_table_alone(graded: Graded) -> Result:
    """Another run does not rebuild the table, which keeps its UUID."""
    identity = "select toString(uuid) from system.tables where database = 'analytics' and name = 'events'"
    with graded.copy() as copy:
        before = copy.clickhouse.scalar(identity)
        completed = copy.run()
        after = copy.clickhouse.scalar(identity)
    same = before is not None and before == after
    return expect(
        completed.exit_code == 0 and same and sorting_key(graded.clickhouse),
        f"another run exited with {completed.exit_code} and "
        + ("left the table unchanged" if same else "rebuilt the table"),
    )


@performant(demand="prompt")
def reports_read_a_fraction_of_before(graded: Graded) -> Result:
    """All reports together read at most a tenth of the rows that they read at the start."""
    found = sum(work_left(graded).reports.values())
    before = sum(graded.starting.clickhouse.rows_read(sql) for sql in reports(graded).values())
    return expect(0 < found <= before / 10, f"the reports read {found} rows; at the start they read {before}")


@performant(demand="tickets/NET-204.md#to find a few thousand")
def each_report_reads_what_it_is_about(graded: Graded) -> Result:
    """Each report reads at most three times as many rows as with the reference solution, plus one granule."""
    found, reference = work_left(graded).reports, work_of_reference(graded).reports
    slow = [name for name, rows in found.items() if rows > 3 * reference[name] + 8192]
    return expect(not slow, f"rows read: {found}; with the reference: {reference}; too many in {slow}")


@performant(demand="README.md#regions and days that somebody picks")
def other_regions_and_days_read_as_little(graded: Graded) -> Result:
    """The same reports for other regions and days meet the same limit."""
    found, reference = work_left(graded).elsewhere, work_of_reference(graded).elsewhere
    return expect(
        found <= 3 * reference + 8192,
        f"rows read for other regions and days: {found}; with the reference: {reference}",
    )


@performant(demand="tickets/NET-204.md#what it takes now")
def takes_no_more_space(graded: Graded) -> Result:
    """The table, with its projections and indexes, grows by at most 5 %."""
    found, before = work_left(graded).bytes_on_disk, bytes_on_disk(graded.starting.clickhouse)
    return expect(
        0 < found <= before * 1.05, f"the table takes {found >> 10} KiB; at the start it took {before >> 10} KiB"
    )


@production(demand="insert_events.sql#max_partitions_per_insert_block")
def a_batch_stays_in_one_piece(graded: Graded) -> Result:
    """A batch from all regions creates at most three parts."""
    with graded.copy() as copy:
        parts = parts_of_a_batch(copy.clickhouse)
    return expect(1 <= parts <= 3, f"a batch from all regions creates {parts} parts")


@production(demand="docs/migrations.md#the same tables as before")
def no_other_table_is_left(graded: Graded) -> Result:
    """No helper or backup table remains."""
    found, expected = graded.clickhouse.tables(), graded.starting.clickhouse.tables()
    return expect(found == expected, f"tables are {found}, expected {expected}")


@production(demand="README.md#what a new, empty site is set up with")
def the_definition_is_true(graded: Graded) -> Result:
    """On an empty server, events.sql creates the same table."""
    script = graded.workspace.read_text("events.sql")
    with graded.copy() as copy:
        copy.clickhouse.execute("drop table analytics.events")
        copy.clickhouse.execute(script)
        created = columns(copy.clickhouse), sorting_key(copy.clickhouse)
    expected = columns(graded.clickhouse), sorting_key(graded.clickhouse)
    return expect(
        created == expected and created[1],
        f"events.sql sorts by ({created[1]}), the table is sorted by ({expected[1]}); "
        + ("the columns are the same" if created[0] == expected[0] else "the columns differ"),
    )


@production(demand="docs/migrations.md#when-it-fails")
def says_why_it_failed(graded: Graded) -> Result:
    """If the database is unreachable, the script fails and prints a readable line, without password or traceback."""
    environment_away = {
        "CLICKHOUSE_URL": "http://127.0.0.1:1",
        "CLICKHOUSE_PORT": "1",
        "CLICKHOUSE_NATIVE_PORT": "1",
        "CLICKHOUSE_PASSWORD": "hush-4711",
    }
    with graded.copy() as copy:
        completed = copy.run(env=environment_away)
    output = completed.stdout + completed.stderr
    faults = [word for word in ("hush-4711", "Traceback") if word in output]
    return expect(
        completed.exit_code not in (0, 124) and completed.stderr.strip() and not faults,
        f"without a database the script exited with {completed.exit_code} "
        f"and printed {len(completed.stderr)} characters on stderr; faults: {faults}",
    )
