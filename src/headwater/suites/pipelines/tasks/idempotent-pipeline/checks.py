"""Checks of idempotent-pipeline: orders as they are now, whatever happened to the runs before."""

from __future__ import annotations

import re
from decimal import Decimal

from _orders import (
    CLICKHOUSE_AWAY,
    CURRENT,
    LITTLE,
    POSTGRES_AWAY,
    TIME,
    add,
    apply_schema,
    catalog,
    difference,
    expected,
    found,
    growth,
    many,
    query_of,
    reference_growth,
    visible,
    watch,
    wrong,
)

from headwater.grading import (
    Completed,
    Graded,
    Result,
    State,
    correct,
    expect,
    functional,
    performant,
    production,
    robust,
)

ORDERS = "analytics.orders"
REVENUE = "analytics.daily_revenue"
BUSY = 20_000


def ended_well_and_right(state: State, completed: Completed, what: str) -> Result:
    """Pass if a run ended with 0 and the orders are those of the source."""
    fault = wrong(state)
    ended = f"ended with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(
        completed.exit_code == 0 and not fault,
        f"{what} the run {ended}; orders: {fault or 'as in the source'}",
    )


@functional
def orders_are_there(graded: Graded) -> Result:
    """The orders can be read, and there are some."""
    rows = graded.clickhouse.scalar("select count() from analytics.orders") or 0
    return expect(rows > 0, f"{ORDERS} has {rows} rows")


@functional
def daily_revenue_is_there(graded: Graded) -> Result:
    """So can the revenue."""
    rows = graded.clickhouse.scalar("select count() from analytics.daily_revenue") or 0
    return expect(rows > 0, f"{REVENUE} has {rows} rows")


@functional
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """Readers find the columns that they were promised."""
    orders, revenue = set(graded.clickhouse.columns(ORDERS)), set(graded.clickhouse.columns(REVENUE))
    agreed = {"order_id", "customer_id", "status", "currency", "amount", "ordered_at", "updated_at"}
    missing = sorted((agreed - orders) | ({"day", "currency", "orders", "revenue"} - revenue))
    return expect(not missing, f"missing columns: {', '.join(missing) or 'none'}")


@functional
def readers_queries_answer(graded: Graded) -> Result:
    """The queries that the analysts have today give rows."""
    queries = ("queries/order.sql", "queries/statuses.sql", "queries/revenue.sql")
    rows = {path: len(graded.clickhouse.query(query_of(graded, path))) for path in queries}
    return expect(all(rows.values()), f"rows by query: {rows}")


@functional
def a_new_order_arrives(graded: Graded) -> Result:
    """What is written to the source is in the target after the next run."""
    with graded.copy() as copy:
        add(copy, "select 'OX-900001', 'placed', 12.5, timestamptz '2026-04-01 12:00:00+00'")
        completed = copy.run()
        rows = copy.clickhouse.query("select order_id, status from analytics.orders where order_id = 'OX-900001'")
    return expect(
        rows == [("OX-900001", "placed")],
        f"the run ended with {completed.exit_code}; the new order is {rows}",
    )


@correct
def each_order_is_there_once(graded: Graded) -> Result:
    """One row for each order that is not deleted: no more, no fewer."""
    fault = difference(found(graded.clickhouse, "order_id"), expected(graded.postgres, "order_id"))
    return expect(not fault, fault or "every order is there once")


@correct
def the_version_that_counts_is_shown(graded: Graded) -> Result:
    """Status, customer and time are those of the latest change, and of the last written of equal ones."""
    columns = "order_id, status, customer_id, {}"
    actual = found(graded.clickhouse, columns.format("toString(toDateTime64(updated_at, 6, 'UTC'))"))
    fault = difference(actual, expected(graded.postgres, columns.format(f"to_char(updated_at, {TIME})")))
    return expect(not fault, fault or "every order shows the version that counts")


@correct
def amounts_are_exact(graded: Graded) -> Result:
    """Amounts are decimals, to the last of 18 digits; a missing one is missing."""
    actual = found(graded.clickhouse, "order_id, amount")
    fault = difference(actual, expected(graded.postgres, "order_id, amount"))
    return expect(not fault and any(isinstance(row[1], Decimal) for row in actual), fault or "every amount is exact")


@correct
def order_times_are_exact(graded: Graded) -> Result:
    """Times are in UTC, to the microsecond."""
    actual = found(graded.clickhouse, "order_id, toString(toDateTime64(ordered_at, 6, 'UTC'))")
    fault = difference(actual, expected(graded.postgres, f"order_id, to_char(ordered_at, {TIME})"))
    return expect(not fault, fault or "every time is exact")


@correct
def currencies_are_tidy(graded: Graded) -> Result:
    """Capitals without blanks, and null where there is none."""
    fault = difference(found(graded.clickhouse, "order_id, currency"), expected(graded.postgres, "order_id, currency"))
    return expect(not fault, fault or "every currency is tidy")


@correct
def types_fit(graded: Graded) -> Result:
    """Decimals for money, UTC times to the microsecond, nulls where they can be, compact statuses."""
    columns = graded.clickhouse.columns(ORDERS)
    fitting = {
        "order_id": r"(LowCardinality\()?String\)?",
        "customer_id": r"Nullable\(U?Int64\)|Nullable\(U?Int32\)",
        "status": r"LowCardinality\(String\)|Enum\d+\(.*",
        "currency": r"(LowCardinality\()?Nullable\((String|FixedString\(3\))\)\)?",
        "amount": r"Nullable\(Decimal\(\d+, 4\)\)",
        "ordered_at": r"DateTime64\(6(, 'UTC')?\)",
        "updated_at": r"DateTime64\(6(, 'UTC')?\)",
    }
    unfit = {name: columns.get(name) for name, kind in fitting.items() if not re.fullmatch(kind, columns.get(name, ""))}
    return expect(not unfit, f"types that do not fit: {unfit or 'none'}")


@correct
def daily_revenue_is_exact(graded: Graded) -> Result:
    """Orders and sums of each UTC day and currency are those of the source."""
    wanted = graded.postgres.query(f"""
        select ordered_at::date, currency, count(*), sum(amount) from ({CURRENT}) orders
        where status in ('paid', 'shipped') and amount is not null and currency is not null
        group by 1, 2 order by 1, 2
    """)
    sql = "select toDate(day), currency, orders, revenue from analytics.daily_revenue order by 1, 2"
    fault = difference(graded.clickhouse.query(sql), wanted)
    return expect(not fault, fault or f"{len(wanted)} sums are exact")


@robust
def a_change_replaces_what_was_there(graded: Graded) -> Result:
    """After a newer version readers see it alone, at once; an amount that was taken back is missing."""
    with graded.copy() as copy:
        copy.postgres.execute(
            """
            insert into raw.orders (order_id, customer_id, status, currency, amount, ordered_at, updated_at)
            select order_id, null, 'cancelled', null, null, ordered_at, timestamptz '2026-08-01 00:00:00+00'
            from raw.orders where row_id % 3 = 0
        """,
            role="app",
        )
        return ended_well_and_right(copy, copy.run(), "after changes to a third of the rows")


@robust
def late_changes_are_judged_by_their_time(graded: Graded) -> Result:
    """A late change counts by when it was made, however old: it may win, lose or be all there is."""
    late = """
        select 'OX-900002', 'shipped', 7.25, timestamptz '2024-02-29 23:59:59.999999+00' union all
        select order_id, 'paid', 1.5, min(updated_at) - interval '400 days'
        from raw.orders group by order_id union all
        select order_id, 'cancelled', 2.5, max(updated_at)
        from raw.orders where row_id % 4 = 0 group by order_id
    """
    with graded.copy() as copy:
        add(copy, late)
        return ended_well_and_right(copy, copy.run(), "after late changes")


@robust
def slow_writers_are_not_missed(graded: Graded) -> Result:
    """A row that becomes visible behind higher numbers comes over all the same."""
    free = """
        select n, 'OX-95' || n, 'paid', n / 16.0,
               timestamptz '2026-03-01 00:00:00+00' + n * interval '1 second'
        from (select max(row_id) as highest from raw.orders) h, generate_series(highest - 4500, highest, 9) n
        where not exists (select from raw.orders where row_id = n)
    """
    with graded.copy() as copy:
        copy.postgres.execute("select setval(pg_get_serial_sequence('raw.orders', 'row_id'), 50000)", role="app")
        add(copy, "select 'OX-950000', 'paid', 3.0, timestamptz '2026-05-01 00:00:00+00'")
        copy.run()
        add(copy, free, "row_id, order_id, status, amount, updated_at")
        return ended_well_and_right(copy, copy.run(), "after rows with lower numbers")


@robust
def deleted_orders_leave_and_come_back(graded: Graded) -> Result:
    """Deleted is gone for readers, until a later version says otherwise."""

    def change(day: int, status: str, every: int) -> str:
        return f"""
            select distinct order_id, '{status}', 99.9, timestamptz '2026-09-0{day} 00:00:00+00'
            from raw.orders where btrim(order_id) <> '' and hashtext(order_id) % {every} = 0
        """

    with graded.copy() as copy:
        before = visible(copy)
        add(copy, change(1, "deleted", 2))
        copy.run()
        gone = before - visible(copy)
        first = wrong(copy)
        add(copy, change(2, "paid", 4))
        completed = copy.run()
        second = wrong(copy)
    return expect(
        completed.exit_code == 0 and gone > 0 and not first and not second,
        f"{gone} orders went; after the deletion: {first or 'as in the source'}; "
        f"after the return: {second or 'as in the source'}",
    )


@robust
def two_runs_at_once_do_no_harm(graded: Graded) -> Result:
    """Runs that overlap end well and leave what one would."""
    assert graded.config.entrypoint is not None
    command = graded.config.entrypoint.command
    with graded.copy() as copy:
        add(copy, many(BUSY, 500_000, "2026-05-01 00:00:00+00"))
        completed = copy.run(f"{command} & first=$!; {command}; second=$?; wait $first && exit $second")
        return ended_well_and_right(copy, completed, "of two at once")


@robust
def readers_never_see_doubles_or_gaps(graded: Graded) -> Result:
    """While a run brings new versions of many orders, each order is there once, at every moment."""
    with graded.copy() as copy:
        add(copy, many(BUSY, 500_000, "2026-05-01 00:00:00+00"))
        copy.run()
        before = visible(copy)
        add(copy, many(BUSY, 500_000, "2026-05-02 00:00:00+00", "n * 2.0"))
        seen = watch(copy, copy.run)
        fault = wrong(copy)
    kept = seen.fewest is not None and seen.fewest >= before and seen.doubled == 0 and not seen.refused
    said = f"{seen.looks} looks saw {seen.doubled} doubles and at least {seen.fewest} of {before} orders"
    return expect(kept and not fault, f"{said} {seen.refused}; after it: {fault or 'as in the source'}")


@robust
def an_engine_that_is_away_loses_nothing(graded: Graded) -> Result:
    """Runs without an engine fail visibly and take nothing from the readers; the next one makes up for them."""
    with graded.copy() as copy:
        before = visible(copy)
        add(copy, many(100, 500_000, "2026-05-01 00:00:00+00"))
        codes = [copy.run(env=away).exit_code for away in (CLICKHOUSE_AWAY, POSTGRES_AWAY)]
        kept = visible(copy)
        copy.run()
        fault = wrong(copy)
    failed = not {0, 124} & set(codes)
    return expect(
        failed and kept == before > 0 and not fault,
        f"without ClickHouse, without Postgres: exit codes {codes}, {kept} of {before} orders left; "
        f"after the next run: {fault or 'as in the source'}",
    )


@robust
def killed_runs_are_made_good(graded: Graded) -> Result:
    """Runs that are killed at several moments leave nothing that the next one does not put right."""
    assert graded.config.entrypoint is not None
    command = graded.config.entrypoint.command
    with graded.copy() as copy:
        for round_, moment in enumerate(("0.5", "0.8", "1.2")):
            add(copy, many(BUSY, 500_000, f"2026-05-0{1 + round_} 00:00:00+00", f"n * {round_ + 1} / 4.0"))
            copy.run(f"timeout -s KILL {moment} {command}")
        return ended_well_and_right(copy, copy.run(), "after three that were killed")


@robust
def a_lost_target_is_built_again(graded: Graded) -> Result:
    """After the database was dropped, a run brings everything back."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        return ended_well_and_right(copy, copy.run(), "after the database was dropped")


@robust
def an_empty_source_is_no_error(graded: Graded) -> Result:
    """Without any rows there are empty targets, and no error."""
    with graded.copy() as copy:
        copy.postgres.execute("truncate raw.orders", role="app")
        copy.clickhouse.execute("drop database if exists analytics")
        completed = copy.run()
        rows = [copy.clickhouse.scalar(f"select count() from {table}") for table in (ORDERS, REVENUE)]
    return expect(
        completed.exit_code == 0 and rows == [0, 0],
        f"without rows the run ended with {completed.exit_code} and left {rows} {completed.stderr[-200:]}",
    )


@performant
def loads_everything_quickly(graded: Graded) -> Result:
    """A load of 200,000 rows takes no more than five times what the reference takes, and three seconds."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = 5 * reference.everything.completed.seconds + 3
    seconds = mine.everything.completed.seconds
    return expect(
        mine.loaded == reference.loaded and seconds <= limit,
        f"{mine.loaded} orders in {seconds:.2f} s; the reference: {reference.loaded} in "
        f"{reference.everything.completed.seconds:.2f} s",
    )


@performant
def loads_in_large_portions(graded: Graded) -> Result:
    """An insert brings a thousand rows or more: each one makes a part that has to be merged."""
    mine = growth(graded)
    inserts = mine.everything.inserts
    return expect(
        mine.loaded > 0 and inserts <= mine.total / 1000,
        f"{inserts} inserts for {mine.loaded} orders, of {mine.total} rows",
    )


@performant
def an_idle_run_writes_next_to_nothing(graded: Graded) -> Result:
    """Without news a run inserts less than one row for a hundred that are there."""
    mine = growth(graded)
    inserted = mine.nothing.inserted
    return expect(
        mine.loaded > 0 and inserted <= mine.total / 100,
        f"without news a run inserted {inserted} rows beside {mine.loaded} orders",
    )


@performant
def an_idle_run_reads_little_of_the_source(graded: Graded) -> Result:
    """Without news a run reads less than a tenth of the shop's rows."""
    mine = growth(graded)
    read = mine.nothing.read
    return expect(
        mine.loaded > 0 and read <= mine.total / 10,
        f"without news a run read {read} of {mine.total} rows of raw.orders",
    )


@performant
def a_few_changes_cost_little(graded: Graded) -> Result:
    """Forty changes are brought over without writing or reading everything again."""
    mine = growth(graded)
    inserted, read = mine.little.inserted, mine.little.read
    return expect(
        mine.loaded > 0 and LITTLE <= inserted <= mine.total / 50 and read <= mine.total / 10,
        f"for {LITTLE} changes a run read {read} and inserted {inserted} rows, beside {mine.total}",
    )


@performant
def the_order_page_reads_few_rows(graded: Graded) -> Result:
    """Looking up one order of 200,000 reads a tenth of them at most, or thrice what the reference reads."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = max(mine.total / 10, 3 * (reference.page or 0))
    return expect(
        mine.page is not None and mine.loaded > 0 and mine.page <= limit,
        f"the order page reads {mine.page} rows of {mine.loaded}; with the reference {reference.page}",
    )


@performant
def a_run_opens_few_connections(graded: Graded) -> Result:
    """The shop's database has to do with few connections for a load, however large."""
    mine = growth(graded)
    opened = mine.everything.sessions
    return expect(
        mine.loaded > 0 and opened <= 5,
        f"a load of {mine.loaded} orders opened {opened} connections to Postgres",
    )


@production
def prints_what_it_did(graded: Graded) -> Result:
    """The last line says how many rows came over and how many were left out."""
    news = """
        select order_id, 'placed', 5.0, timestamptz '2026-05-01 00:00:00+00' from (
            select 'OX-90001' || n as order_id from generate_series(1, 7) n
            union all select nullif(repeat(' ', n), '') from generate_series(0, 2) n
        ) news
    """
    with graded.copy() as copy:
        add(copy, news)
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    said = re.fullmatch(r"written=(\d+) skipped=(\d+)", last.strip())
    right = said is not None and int(said[1]) == 7 and int(said[2]) >= 3
    return expect(
        completed.exit_code == 0 and right,
        f"after 7 new rows and 3 without a number the last line is {last[:120]!r}",
    )


@production
def fails_readably_without_postgres(graded: Graded) -> Result:
    """A failing run says on stderr what is wrong: no traceback, no password."""
    with graded.copy() as copy:
        completed = copy.run(env=POSTGRES_AWAY)
    said = completed.stderr.strip()
    fit = bool(said) and "Traceback" not in said and "hush-4711" not in said + completed.stdout
    return expect(
        completed.exit_code not in (0, 124) and fit,
        f"without Postgres it ended with {completed.exit_code}: {said[-200:]!r}",
    )


@production
def schema_sql_recreates_everything(graded: Graded) -> Result:
    """The definitions in the repository are the ones in use, and may be applied twice."""
    in_use = catalog(graded.clickhouse)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        codes = [apply_schema(copy).exit_code, apply_schema(copy).exit_code]
        made = catalog(copy.clickhouse)
    same = {"orders", "daily_revenue"} <= set(made) and all(
        made[name] == columns for name, columns in in_use.items() if name in made
    )
    return expect(
        codes == [0, 0] and same,
        f"schema.sql ended with {codes} and made {sorted(made)}; in use are {sorted(in_use)}",
    )


@production
def nothing_is_left_over(graded: Graded) -> Result:
    """There is nothing in the database that schema.sql does not make: no scratch tables, no copies."""
    in_use = set(catalog(graded.clickhouse))
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        apply_schema(copy)
        surplus = sorted(in_use - set(catalog(copy.clickhouse)))
    return expect(
        bool(in_use) and not surplus,
        f"not of schema.sql: {', '.join(surplus) or 'nothing'}, of {sorted(in_use)}",
    )


@production
def the_shop_database_is_left_alone(graded: Graded) -> Result:
    """Nothing was added to the shop's database, and no row of it was changed."""
    objects = """
        select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        union all select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_'
        union all select 'function ' || proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
        union all select 'publication ' || pubname from pg_publication order by 1
    """
    rows = "select count(*), sum(hashtextextended(o::text, 0)::numeric)::text from raw.orders o"
    was, now = graded.starting.postgres, graded.postgres
    added = sorted({str(name) for (name,) in now.query(objects)} - {str(name) for (name,) in was.query(objects)})
    same = now.query(rows) == was.query(rows)
    return expect(
        not added and same,
        f"added: {', '.join(added) or 'nothing'}; rows of raw.orders {'as they were' if same else 'changed'}",
    )


@production
def readme_is_a_runbook(graded: Graded) -> Result:
    """It names the command, the environment, the tables and the way to rebuild."""
    text = graded.workspace.read_text("README.md")
    wanted = {
        "the command": r"python3 pipeline\.py",
        "Postgres' variables": r"POSTGRES_URL|PGHOST",
        "ClickHouse's variables": r"CLICKHOUSE_(URL|HOST)",
        "the orders": r"analytics\.orders",
        "the revenue": r"daily_revenue",
        "how to rebuild": r"(?i)drop\s+database|schema\.sql",
    }
    missing = [what for what, pattern in wanted.items() if not re.search(pattern, text)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")
